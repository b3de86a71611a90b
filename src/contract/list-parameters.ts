import { NAME_MAX_LENGTH, SEARCH_MAX_LENGTH } from './limits'
import {
  LIST_FILTERS,
  type ListFilter,
  SORT_FIELDS,
  SORT_ORDERS,
  type SortField,
  type SortOrder,
  YEAR_FILTERS,
} from './memorial-terms'

/** The filters of a list, as typed and as in the URL. Empty for no filter. */
export type ListFilters = Record<ListFilter, string>

/** The state of a list of memorials, which lives in the URL, without default values. */
export interface ListState extends ListFilters {
  /** Starts at 1. */
  page: number
  /** Absent: by similarity to the text in the search box, else by last name. */
  sort_by: SortField | undefined
  sort_order: SortOrder
}

/** The server rejects larger offsets. */
const LAST_PAGE = 1_000_000

export const NO_FILTERS = filtersOf(() => '')
/** The initial state of a list. */
export const NO_CHOICE: ListState = { ...NO_FILTERS, page: 1, sort_by: undefined, sort_order: 'asc' }

/** Invalid values become the default. */
export function readListParameters(parameters: URLSearchParams): ListState {
  const filters = filtersOf((filter) => parameters.get(filter) ?? '')
  return {
    ...filters,
    page: readPageNumber(parameters.get('page')),
    sort_by: sortingOf(filters, oneOf(SORT_FIELDS, parameters.get('sort_by'))),
    sort_order: oneOf(SORT_ORDERS, parameters.get('sort_order')) ?? NO_CHOICE.sort_order,
  }
}

export function writeListParameters(state: ListState): URLSearchParams {
  const parameters = new URLSearchParams()
  const written = { ...state, sort_by: sortingOf(state, state.sort_by) }
  for (const key of [...LIST_FILTERS, 'sort_by', 'sort_order', 'page'] as const) {
    const value = written[key]
    if (value !== undefined && value !== NO_CHOICE[key]) parameters.set(key, String(value))
  }
  return parameters
}

/** The page number in a URL, starting at 1. Invalid values become 1. */
export function readPageNumber(text: string | null): number {
  const page = /^\d{1,7}$/.test(text ?? '') ? Number(text) : 1
  return page >= 1 && page <= LAST_PAGE ? page : 1
}

/** Filters as searched: trimmed, limited in length, and with complete years. */
export function cleanFilters(filters: ListFilters): ListFilters {
  return filtersOf((filter) => filters[filter])
}

/** Sorting by last name is omitted where it is the default. */
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
