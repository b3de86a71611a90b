import { useTypedSearch } from '@client/ui/use-typed-search'
import { cleanFilters, isSameFilters, type NameFilters } from './list-address'
import type { ListAddress } from './use-list-address'

/** What is typed into the filters by name. */
export function useTypedFilters({ state, filter }: Pick<ListAddress, 'state' | 'filter'>) {
  return useTypedSearch<NameFilters>({ searched: state, clean: cleanFilters, isSame: isSameFilters, onSearch: filter })
}
