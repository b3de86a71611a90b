import { useCallback, useMemo } from 'react'
import type { To } from 'react-router-dom'
import { PAGE_SIZE } from '@contract/limits'
import {
  cleanFilters,
  type ListFilters,
  type ListState,
  NO_FILTERS,
  readListParameters,
  writeListParameters,
} from '@contract/list-parameters'
import type { MemorialListQuery } from '@contract/memorial'
import { LIST_FILTERS, NAME_FILTERS, YEAR_FILTERS } from '@contract/memorial-terms'
import { useLatestSearchParams } from '@client/ui/navigation'
import { useDebouncedSearch } from '@client/ui/use-debounced-search'

/** The query for the server. */
export function listQuery(state: ListState): Partial<MemorialListQuery> {
  const { page, q, sort_by: sortBy, sort_order } = state
  const years = YEAR_FILTERS.filter((filter) => state[filter]).map((filter) => [filter, Number(state[filter])])
  return {
    ...Object.fromEntries([...NAME_FILTERS, 'place' as const].map((filter) => [filter, state[filter]])),
    ...(Object.fromEntries(years) as Partial<MemorialListQuery>),
    q,
    ...((sortBy || !q) && { sort_by: sortBy ?? 'lastname' }),
    sort_order,
    offset: (page - 1) * PAGE_SIZE,
    limit: PAGE_SIZE,
  }
}

/** A cached page of a list is shown at once, so that Back can restore the scroll position; after 60 s it is also refetched. */
export const SHOWN_BEFORE = { refetchOnMountOrArgChange: 60 }

export function isSameFilters(one: ListFilters, other: ListFilters): boolean {
  return LIST_FILTERS.every((filter) => one[filter] === other[filter])
}

export function isAnyFilterFilled(filters: ListFilters): boolean {
  return !isSameFilters(filters, NO_FILTERS)
}

/** The words of the search by name. */
export function searchedWords(filters: ListFilters): string[] {
  return [filters.q, ...NAME_FILTERS.map((filter) => filters[filter])].flatMap((text) => text.split(/[\s\p{Pd}]+/u))
}

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
