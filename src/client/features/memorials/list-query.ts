import { PAGE_SIZE } from '@contract/limits'
import { type ListFilters, type ListState, NO_FILTERS } from '@contract/list-parameters'
import type { MemorialListQuery } from '@contract/memorial'
import { LIST_FILTERS, NAME_FILTERS, YEAR_FILTERS } from '@contract/memorial-terms'

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
