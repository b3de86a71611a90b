import { useDebouncedSearch } from '@client/ui/use-debounced-search'
import { cleanFilters, isSameFilters, type NameFilters } from './list-address'
import type { ListAddress } from './use-list-address'

/** The filters by name, debounced. */
export function useDebouncedFilters({ state, filter }: Pick<ListAddress, 'state' | 'filter'>) {
  return useDebouncedSearch<NameFilters>({
    searched: state,
    clean: cleanFilters,
    isSame: isSameFilters,
    onSearch: filter,
  })
}
