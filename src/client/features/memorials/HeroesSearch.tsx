import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import { styled } from '@mui/material/styles'
import { useId, useState } from 'react'
import { SearchForm } from '@client/ui/FilterInput'
import { SearchIcon } from '@client/ui/tool-icons'
import { ActiveFilters } from './ActiveFilters'
import { cleanFilters, type ListFilters } from '@contract/list-address'
import { isAnyFilterFilled, isSameFilters } from './list-query'
import { LifeFilterInputs } from './LifeFilterInputs'
import { NameFilterInputs } from './NameFilterInputs'
import { BoxWithButton, MoreWithoutScript, SearchBox } from './SearchBox'
import { SortSelects } from './SortSelects'
import type { ListAddress } from './use-list-address'
import { useDebouncedFilters } from './use-debounced-filters'

/** The search box, the sort order, and filters behind a button. The filters are open if the URL has any. */
export function HeroesSearch({ address }: { address: ListAddress }) {
  const filtersId = useId()
  const { typed, setTyped, search } = useDebouncedFilters(address)
  const [isOpen, setOpen] = useState(() => isFiltered(address.state))
  const [seen, setSeen] = useState<ListFilters>(address.state)

  if (!isSameFilters(address.state, seen)) {
    setSeen(address.state)
    // Not typed here: the URL was changed by Back or a link.
    const isFromAddress = !isSameFilters(address.state, cleanFilters(typed))
    if (isFromAddress && isFiltered(address.state)) setOpen(true)
  }

  return (
    <Box sx={{ my: { xs: 3, md: 4 } }}>
      <SearchForm onSearch={search}>
        <BoxWithButton>
          <SearchBox typed={typed} onType={setTyped} />
          <Button
            variant="outlined"
            startIcon={<SearchIcon />}
            aria-expanded={isOpen}
            aria-controls={filtersId}
            data-needs-script
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Скрыть поиск' : 'Поиск'}
          </Button>
          {!isOpen && <MoreWithoutScript targetId={filtersId}>Ещё</MoreWithoutScript>}
        </BoxWithButton>
        {/* Hidden but not unmounted: typed values are still there when it opens again. */}
        <Paper
          id={filtersId}
          hidden={!isOpen}
          variant="outlined"
          sx={{ mt: 2, p: { xs: 2, sm: 3 }, '&:target': { display: 'block' } }}
        >
          <Box sx={FILTERS}>
            <NameFilterInputs typed={typed} onType={setTyped} />
          </Box>
          <LifeFilterInputs typed={typed} onType={setTyped} />
        </Paper>
        <Sorting data-open={isOpen || undefined}>
          <SortSelects address={address} />
        </Sorting>
      </SearchForm>
      <Box sx={{ '& .MuiChip-root': { mt: 2 } }}>
        <ActiveFilters filters={address.state} />
      </Box>
    </Box>
  )
}

/** Whether there are filters other than the search box. */
function isFiltered(filters: ListFilters): boolean {
  return isAnyFilterFilled({ ...filters, q: '' })
}

/** On a phone the sort order is behind the button too, so that the first names are visible without scrolling. */
const Sorting = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(2),
  marginTop: theme.spacing(2),
  [theme.breakpoints.down('sm')]: {
    '&:not([data-open], :target + *)': { display: 'none' },
  },
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: 'repeat(2, minmax(0, 230px))' },
}))

const FILTERS = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(3, minmax(0, 1fr))' },
  gap: 2,
  mb: 2,
} as const
