import { useDebouncedSearch } from '@client/ui/use-debounced-search'
import { cleanFilters, type ListFilters } from '@contract/list-address'
import { isSameFilters } from './list-query'
import type { ListAddress } from './use-list-address'

/** The values typed into the search of a list, debounced. */
export function useDebouncedFilters({ state, filter }: Pick<ListAddress, 'state' | 'filter'>) {
  return useDebouncedSearch<ListFilters>({
    searched: state,
    clean: cleanFilters,
    isSame: isSameFilters,
    onSearch: filter,
  })
}
