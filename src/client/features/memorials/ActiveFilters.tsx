import Chip from '@mui/material/Chip'
import { isAnyFilterFilled, type ListFilters } from './list-address'

/** Says that the list is filtered. */
export function ActiveFilters({ filters }: { filters: ListFilters }) {
  return (
    <div role="status">
      {isAnyFilterFilled(filters) && <Chip label="Фильтры активны" color="secondary" variant="outlined" />}
    </div>
  )
}
