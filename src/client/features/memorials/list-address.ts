import type { MemorialListQuery } from '@contract/memorial'
import { NAME_MAX_LENGTH, PAGE_SIZE } from '@contract/limits'
import {
  NAME_FILTERS,
  type NameFilter,
  SORT_FIELDS,
  SORT_ORDERS,
  type SortField,
  type SortOrder,
} from '@contract/memorial-terms'

/** The state of a list of memorials, which lives in the address: what is default is not written there. */
export interface ListState extends NameFilters {
  /** Counted from 1. */
  page: number
  sort_by: SortField
  sort_order: SortOrder
}

export type NameFilters = Record<NameFilter, string>

export const NO_FILTERS: NameFilters = { lastname: '', name: '', surname: '' }
const FIRST_STATE: ListState = { ...NO_FILTERS, page: 1, sort_by: 'lastname', sort_order: 'asc' }

/** Values that are not valid are read as the default. */
export function readListAddress(address: URLSearchParams): ListState {
  return {
    page: pageNumber(address.get('page')),
    sort_by: oneOf(SORT_FIELDS, address.get('sort_by')) ?? FIRST_STATE.sort_by,
    sort_order: oneOf(SORT_ORDERS, address.get('sort_order')) ?? FIRST_STATE.sort_order,
    ...filtersOf((filter) => address.get(filter) ?? ''),
  }
}

export function writeListAddress(state: ListState): URLSearchParams {
  const address = new URLSearchParams()
  for (const key of [...NAME_FILTERS, 'sort_by', 'sort_order', 'page'] as const) {
    if (state[key] !== FIRST_STATE[key]) address.set(key, String(state[key]))
  }
  return address
}

export function listQuery({ page, ...asked }: ListState): MemorialListQuery {
  return { ...asked, offset: (page - 1) * PAGE_SIZE, limit: PAGE_SIZE }
}

/** A cached page of a list is shown at once, so that Back can restore the scroll position; after 60 s it is also fetched again. */
export const SHOWN_BEFORE = { refetchOnMountOrArgChange: 60 }

/** Filters as they are searched for: without spaces around, not longer than a name may be. */
export function cleanFilters(filters: NameFilters): NameFilters {
  return filtersOf((filter) => filters[filter])
}

export function isSameFilters(one: NameFilters, other: NameFilters): boolean {
  return NAME_FILTERS.every((filter) => one[filter] === other[filter])
}

export function isAnyFilterFilled(filters: NameFilters): boolean {
  return !isSameFilters(filters, NO_FILTERS)
}

function filtersOf(read: (filter: NameFilter) => string): NameFilters {
  const clean = (filter: NameFilter) => read(filter).trim().slice(0, NAME_MAX_LENGTH)
  return { lastname: clean('lastname'), name: clean('name'), surname: clean('surname') }
}

/** The server refuses larger offsets. */
const LAST_PAGE = 1_000_000

function pageNumber(text: string | null): number {
  const page = /^\d{1,7}$/.test(text ?? '') ? Number(text) : FIRST_STATE.page
  return page >= 1 && page <= LAST_PAGE ? page : FIRST_STATE.page
}

function oneOf<Option extends string>(options: readonly Option[], text: string | null): Option | undefined {
  return options.find((option) => option === text)
}
