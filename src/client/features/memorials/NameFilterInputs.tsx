import { MEMORIAL_LABELS, NAME_FILTERS } from '@contract/memorial-terms'
import { FilterInput } from '@client/ui/FilterInput'
import type { ListFilters } from '@contract/list-address'

export interface FiltersProps {
  typed: ListFilters
  onType: (typed: ListFilters) => void
}

/** The three name fields by which lists are searched. Their parent lays them out. */
export function NameFilterInputs({ typed, onType }: FiltersProps) {
  return NAME_FILTERS.map((filter) => (
    <FilterInput
      key={filter}
      name={filter}
      label={MEMORIAL_LABELS[filter]}
      value={typed[filter]}
      onChange={(text) => onType({ ...typed, [filter]: text })}
    />
  ))
}
