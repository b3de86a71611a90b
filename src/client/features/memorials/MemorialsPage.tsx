import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import { styled } from '@mui/material/styles'
import { useId, useState } from 'react'
import { type ListState, NO_CHOICE, writeListParameters } from '@contract/list-parameters'
import { memorialApi, useGetPublicMemorialsQuery } from '@client/api/memorial-api'
import { SearchForm } from '@client/ui/FilterInput'
import { Page } from '@client/ui/Page'
import { CachedFragment } from '@client/ui/cached-fragment'
import { listQuery, type ListUrl, SHOWN_BEFORE, useDebouncedFilters, useListUrl } from './list-query'
import { MemorialList } from './MemorialList'
import {
  ActiveFilters,
  BoxWithButton,
  LifeFilterInputs,
  MoreWithoutScript,
  NameFilterInputs,
  SearchBox,
  SortSelects,
} from './SearchFields'

/** All public memorials, searched by name. */
export function MemorialsPage() {
  const address = useListUrl()
  const result = useGetPublicMemorialsQuery(listQuery(address.state), SHOWN_BEFORE)
  const prefetch = memorialApi.usePrefetch('getPublicMemorials')

  return (
    <Page title="Мемориалы" lead="Страницы памяти, открытые для всех.">
      <Box sx={{ my: { xs: 3, md: 4 } }}>
        <SearchPanel address={address} />
      </Box>
      <MemorialList
        address={address}
        result={result}
        emptyTitle="Мемориалы не найдены"
        prefetchPage={(page) => prefetch(listQuery({ ...address.state, page }))}
      />
    </Page>
  )
}

/** The search box; name fields and sort order, which on a phone are behind «Уточнить»; years and place, which always are. */
function SearchPanel({ address }: { address: ListUrl }) {
  const moreId = useId()
  const { typed, setTyped, search } = useDebouncedFilters(address)
  const [isOpen, setOpen] = useState(() => usesMoreThanBox(address.state))

  return (
    <Paper variant="outlined" sx={{ p: { xs: 2, sm: 3 } }}>
      <SearchForm onSearch={search}>
        <BoxWithButton>
          <SearchBox typed={typed} onType={setTyped} />
          <CachedFragment name="more" deps={[isOpen, moreId]}>
            <Button
              variant="outlined"
              aria-expanded={isOpen}
              aria-controls={moreId}
              data-needs-script
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? 'Скрыть' : 'Уточнить'}
            </Button>
            {!isOpen && <MoreWithoutScript targetId={moreId}>Уточнить</MoreWithoutScript>}
          </CachedFragment>
        </BoxWithButton>
        <More id={moreId} data-open={isOpen || undefined}>
          <Parts>
            <NameFilterInputs typed={typed} onType={setTyped} />
            <SortSelects address={address} />
          </Parts>
          <div hidden={!isOpen} data-without-script>
            <LifeFilterInputs typed={typed} onType={setTyped} />
          </div>
        </More>
      </SearchForm>
      <Box sx={{ '& .MuiChip-root': { mt: 2 } }}>
        <ActiveFilters filters={address.state} />
      </Box>
    </Paper>
  )
}

function usesMoreThanBox(state: ListState): boolean {
  const { q, page } = state
  return writeListParameters(state).toString() !== writeListParameters({ ...NO_CHOICE, q, page }).toString()
}

const More = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(2),
  marginTop: theme.spacing(2),
  '& > [hidden]': { display: 'none' },
  [theme.breakpoints.down('md')]: { '&:not([data-open], :target)': { display: 'none' } },
}))

const Parts = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(2),
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  [theme.breakpoints.up('md')]: {
    gridTemplateColumns: 'repeat(6, minmax(0, 1fr))',
    '& > *': { gridColumn: 'span 2' },
    '& > :nth-of-type(n + 4)': { gridColumn: 'span 3' },
  },
  [theme.breakpoints.up('lg')]: {
    gridTemplateColumns: 'repeat(5, minmax(0, 1fr))',
    '& > *, & > :nth-of-type(n + 4)': { gridColumn: 'auto' },
  },
}))
