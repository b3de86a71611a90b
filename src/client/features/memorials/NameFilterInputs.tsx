import { MEMORIAL_LABELS, NAME_FILTERS } from '@contract/memorial-terms'
import { FilterInput } from '@client/ui/FilterInput'
import type { NameFilters } from './list-address'

export interface NameFilterInputsProps {
  typed: NameFilters
  onType: (typed: NameFilters) => void
}

/** The three parts of a name that lists are searched by. Their parent lays them out. */
export function NameFilterInputs({ typed, onType }: NameFilterInputsProps) {
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
