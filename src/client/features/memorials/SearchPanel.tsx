import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import Paper from '@mui/material/Paper'
import { styled } from '@mui/material/styles'
import { MEMORIAL_LABELS, NAME_FILTERS, type SortField, type SortOrder } from '@contract/memorial'
import { FilterInput } from './FilterInput'
import { isAnyFilterFilled } from './list-address'
import { SortSelect } from './SortSelect'
import type { ListAddress } from './use-list-address'
import { useTypedFilters } from './use-typed-filters'

const SORT_FIELD_LABELS: Record<SortField, string> = {
  lastname: 'По фамилии',
  birth_date: 'По дате рождения',
  death_date: 'По дате смерти',
}
const SORT_ORDER_LABELS: Record<SortOrder, string> = { asc: 'По возрастанию', desc: 'По убыванию' }

/** Filters by name, and the order of the list. */
export function SearchPanel({ address }: { address: ListAddress }) {
  const { state } = address
  const { typed, setTyped, search } = useTypedFilters(state, address.filter)

  return (
    <Paper variant="outlined" sx={{ p: { xs: 2, sm: 3 } }}>
      <form
        role="search"
        onSubmit={(event) => {
          event.preventDefault()
          search()
        }}
      >
        <Row>
          {NAME_FILTERS.map((filter) => (
            <FilterInput
              key={filter}
              name={filter}
              label={MEMORIAL_LABELS[filter]}
              value={typed[filter]}
              onChange={(text) => setTyped({ ...typed, [filter]: text })}
            />
          ))}
          <SortSelect
            label="Сортировка"
            options={SORT_FIELD_LABELS}
            value={state.sort_by}
            onChange={(sort_by) => address.sort({ sort_by })}
          />
          <SortSelect
            label="Порядок"
            options={SORT_ORDER_LABELS}
            value={state.sort_order}
            onChange={(sort_order) => address.sort({ sort_order })}
          />
        </Row>
        {/* Enter in an input searches at once: a form with several inputs needs a button for that. */}
        <button type="submit" hidden>
          Найти
        </button>
      </form>
      <Box role="status">
        {isAnyFilterFilled(state) && (
          <Chip label="Фильтры активны" color="secondary" variant="outlined" sx={{ mt: 2, fontSize: '0.9375rem' }} />
        )}
      </Box>
    </Paper>
  )
}

const Row = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(2),
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  // Two in a row where they fit, or on a phone the filters would hide the list.
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
