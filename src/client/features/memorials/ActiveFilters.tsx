import Chip from '@mui/material/Chip'
import { KeptPart } from '@client/ui/kept-part'
import { type ListFilters } from '@contract/list-address'
import { isAnyFilterFilled } from './list-query'

/** Says that the list is filtered. */
export function ActiveFilters({ filters }: { filters: ListFilters }) {
  return (
    <div role="status">
      {isAnyFilterFilled(filters) && (
        <KeptPart name="filtered">
          <Chip label="Фильтры активны" color="secondary" variant="outlined" />
        </KeptPart>
      )}
    </div>
  )
}
