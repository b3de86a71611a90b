import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import { styled } from '@mui/material/styles'
import { ActiveFilters } from './ActiveFilters'
import { NameFilterInputs } from './NameFilterInputs'
import { SearchForm } from './SearchForm'
import { SortSelects } from './SortSelects'
import type { ListAddress } from './use-list-address'
import { useDebouncedFilters } from './use-debounced-filters'

/** Filters by name, and the order of the list. */
export function SearchPanel({ address }: { address: ListAddress }) {
  const { typed, setTyped, search } = useDebouncedFilters(address)

  return (
    <Paper variant="outlined" sx={{ p: { xs: 2, sm: 3 } }}>
      <SearchForm onSearch={search}>
        <Row>
          <NameFilterInputs typed={typed} onType={setTyped} />
          <SortSelects address={address} />
        </Row>
      </SearchForm>
      <Box sx={{ '& .MuiChip-root': { mt: 2 } }}>
        <ActiveFilters filters={address.state} />
      </Box>
    </Paper>
  )
}

const Row = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(2),
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  // Two in a row where they fit; otherwise the filters would hide the list on a phone.
  '& > :first-of-type, & > :nth-of-type(n + 4)': { gridColumn: '1 / -1' },
  [theme.breakpoints.up('sm')]: { '& > :nth-of-type(n + 4)': { gridColumn: 'auto' } },
  [theme.breakpoints.up('md')]: {
    gridTemplateColumns: 'repeat(6, minmax(0, 1fr))',
    '& > *, & > :first-of-type': { gridColumn: 'span 2' },
    '& > :nth-of-type(n + 4)': { gridColumn: 'span 3' },
  },
  [theme.breakpoints.up('lg')]: {
    gridTemplateColumns: 'repeat(5, minmax(0, 1fr))',
    '& > *, & > :first-of-type, & > :nth-of-type(n + 4)': { gridColumn: 'auto' },
  },
}))
