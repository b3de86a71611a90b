import Chip from '@mui/material/Chip'
import { CachedFragment } from '@client/ui/cached-fragment'
import { type ListFilters } from '@contract/list-address'
import { isAnyFilterFilled } from './list-query'

/** Says that the list is filtered. */
export function ActiveFilters({ filters }: { filters: ListFilters }) {
  return (
    <div role="status">
      {isAnyFilterFilled(filters) && (
        <CachedFragment name="filtered">
          <Chip label="Фильтры активны" color="secondary" variant="outlined" />
        </CachedFragment>
      )}
    </div>
  )
}
