import type { MemorialListQuery } from '@contract/memorial'
import { readPageNumber } from '@client/lib/page-numbers'
import { NAME_MAX_LENGTH, PAGE_SIZE, SEARCH_MAX_LENGTH } from '@contract/limits'
import {
  LIST_FILTERS,
  type ListFilter,
  NAME_FILTERS,
  SORT_FIELDS,
  SORT_ORDERS,
  type SortField,
  type SortOrder,
  YEAR_FILTERS,
} from '@contract/memorial-terms'

/** What a list is searched by, as it is typed and written in the address. Empty where nothing is looked for. */
export type ListFilters = Record<ListFilter, string>

/** The state of a list of memorials, which lives in the address: what is default is not written there. */
export interface ListState extends ListFilters {
  /** Counted from 1. */
  page: number
  /** Absent: by likeness to what is asked in the one box, else by surname. */
  sort_by: SortField | undefined
  sort_order: SortOrder
}

export const NO_FILTERS = filtersOf(() => '')
/** A list as it is first shown. */
export const NO_CHOICE: ListState = { ...NO_FILTERS, page: 1, sort_by: undefined, sort_order: 'asc' }

/** Values that are not valid are read as the default. */
export function readListAddress(address: URLSearchParams): ListState {
  const filters = filtersOf((filter) => address.get(filter) ?? '')
  return {
    ...filters,
    page: readPageNumber(address.get('page')),
    sort_by: sortingOf(filters, oneOf(SORT_FIELDS, address.get('sort_by'))),
    sort_order: oneOf(SORT_ORDERS, address.get('sort_order')) ?? NO_CHOICE.sort_order,
  }
}

export function writeListAddress(state: ListState): URLSearchParams {
  const address = new URLSearchParams()
  const written = { ...state, sort_by: sortingOf(state, state.sort_by) }
  for (const key of [...LIST_FILTERS, 'sort_by', 'sort_order', 'page'] as const) {
    const value = written[key]
    if (value !== undefined && value !== NO_CHOICE[key]) address.set(key, String(value))
  }
  return address
}

/** What the server is asked for. */
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

/** A cached page of a list is shown at once, so that Back can restore the scroll position; after 60 s it is also fetched again. */
export const SHOWN_BEFORE = { refetchOnMountOrArgChange: 60 }

/** Filters as they are searched for: without spaces around, not longer than they may be, and years that are whole. */
export function cleanFilters(filters: ListFilters): ListFilters {
  return filtersOf((filter) => filters[filter])
}

export function isSameFilters(one: ListFilters, other: ListFilters): boolean {
  return LIST_FILTERS.every((filter) => one[filter] === other[filter])
}

export function isAnyFilterFilled(filters: ListFilters): boolean {
  return !isSameFilters(filters, NO_FILTERS)
}

/** The words that names were searched by. */
export function searchedWords(filters: ListFilters): string[] {
  return [filters.q, ...NAME_FILTERS.map((filter) => filters[filter])].flatMap((text) => text.split(/[\s\p{Pd}]+/u))
}

/** By surname is not written where it is the default. */
function sortingOf({ q }: ListFilters, chosen: SortField | undefined): SortField | undefined {
  return !q && chosen === 'lastname' ? undefined : chosen
}

function filtersOf(read: (filter: ListFilter) => string): ListFilters {
  return Object.fromEntries(LIST_FILTERS.map((filter) => [filter, cleaned(filter, read(filter))])) as ListFilters
}

function cleaned(filter: ListFilter, text: string): string {
  if (isYear(filter)) return /^[1-9]\d{3}$/.test(text.trim()) ? text.trim() : ''
  return text.trim().slice(0, filter === 'q' || filter === 'place' ? SEARCH_MAX_LENGTH : NAME_MAX_LENGTH)
}

function isYear(filter: ListFilter): boolean {
  return (YEAR_FILTERS as readonly ListFilter[]).includes(filter)
}

function oneOf<Option extends string>(options: readonly Option[], text: string | null): Option | undefined {
  return options.find((option) => option === text)
}
