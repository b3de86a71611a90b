import { useCallback, useMemo } from 'react'
import type { To } from 'react-router-dom'
import {
  cleanFilters,
  type ListFilters,
  type ListState,
  NO_FILTERS,
  readListParameters,
  writeListParameters,
} from '@contract/list-parameters'
import { useLatestSearchParams } from '@client/ui/navigation'
import { useDebouncedSearch } from '@client/ui/use-debounced-search'
import { isSameFilters } from './list-query'

/** The state of the list, stored in the URL, and functions that change it. Changing filters or sorting returns to page 1. */
export interface ListUrl {
  state: ListState
  pageUrl: (page: number) => To
  sort: (sorting: Partial<Pick<ListState, 'sort_by' | 'sort_order'>>) => void
  filter: (filters: ListFilters) => void
  reset: () => void
}

export function useListUrl(): ListUrl {
  const [params, setParams] = useLatestSearchParams()
  const state = useMemo(() => readListParameters(params), [params])

  const change = useCallback(
    (changed: Partial<ListState>, replace = false) =>
      setParams((current) => writeListParameters({ ...readListParameters(current), page: 1, ...changed }), {
        replace,
        preventScrollReset: true,
      }),
    [setParams],
  )

  return useMemo(
    () => ({
      state,
      pageUrl: (page) => ({ search: writeListParameters({ ...state, page }).toString() }),
      sort: (sorting) => change(sorting),
      // Otherwise every pause in typing would add an entry to the history.
      filter: (filters) => change(filters, true),
      reset: () => change(NO_FILTERS),
    }),
    [state, change],
  )
}

/** The values typed into the search of a list, debounced. */
export function useDebouncedFilters({ state, filter }: Pick<ListUrl, 'state' | 'filter'>) {
  return useDebouncedSearch<ListFilters>({
    searched: state,
    clean: cleanFilters,
    isSame: isSameFilters,
    onSearch: filter,
  })
}
