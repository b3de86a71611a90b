import { ID_MAX, SEARCH_MAX_LENGTH } from '@contract/limits'
import type { SortOrder } from '@contract/memorial'

/** The filters of the pending memories. */
export interface PendingFilters {
  memorialId: number | undefined
  /** Searched in the text and the author. */
  search: string
  /** Only memories with links or phone numbers. */
  suspicious: boolean
  order: SortOrder
}

export interface ModerationState extends PendingFilters {
  /** Starts at 1. */
  page: number
}

export const NO_FILTERS = { memorialId: undefined, search: '', suspicious: false } as const

const KEYS = { memorialId: 'memorial', search: 'q', suspicious: 'contacts', order: 'order', page: 'page' } as const
const YES = '1'

/** Reads the state from the URL. Invalid parameters are ignored. */
export function readModerationAddress(params: URLSearchParams): ModerationState {
  return {
    memorialId: positive(params.get(KEYS.memorialId)),
    search: (params.get(KEYS.search) ?? '').trim().slice(0, SEARCH_MAX_LENGTH),
    suspicious: params.get(KEYS.suspicious) === YES,
    order: params.get(KEYS.order) === 'desc' ? 'desc' : 'asc',
    page: positive(params.get(KEYS.page)) ?? 1,
  }
}

/** Returns the parameters with this state. Other parameters stay. */
export function writeModerationAddress(params: URLSearchParams, state: ModerationState): URLSearchParams {
  const result = new URLSearchParams(params)
  const values: Record<keyof ModerationState, string | undefined> = {
    memorialId: state.memorialId?.toString(),
    search: state.search || undefined,
    suspicious: state.suspicious ? YES : undefined,
    order: state.order === 'desc' ? 'desc' : undefined,
    page: state.page > 1 ? String(state.page) : undefined,
  }
  for (const [name, value] of Object.entries(values) as [keyof ModerationState, string | undefined][]) {
    if (value === undefined) result.delete(KEYS[name])
    else result.set(KEYS[name], value)
  }
  return result
}

export function hasFilters({ memorialId, search, suspicious }: PendingFilters): boolean {
  return memorialId !== undefined || search !== '' || suspicious
}

function positive(text: string | null): number | undefined {
  const number = Number(text)
  return Number.isInteger(number) && number >= 1 && number <= ID_MAX ? number : undefined
}
