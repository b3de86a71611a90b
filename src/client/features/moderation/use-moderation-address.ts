import { useCallback, useMemo } from 'react'
import type { To } from 'react-router-dom'
import { useLatestSearchParams } from '@client/ui/navigation'
import {
  type ModerationState,
  NO_FILTERS,
  type PendingFilters,
  readModerationAddress,
  writeModerationAddress,
} from './moderation-address'

/** The id of the panel, used as the hash in links to it. */
export const MODERATION_ID = 'moderation'

/** The filters, order and page of the list, stored in the URL. A change of filters or order goes back to page 1. */
export interface ModerationAddress {
  state: ModerationState
  pageAddress: (page: number) => To
  filter: (filters: Partial<PendingFilters>) => void
  reset: () => void
  /** Goes to another page when the current one has become empty. */
  replacePage: (page: number) => void
}

export function useModerationAddress(): ModerationAddress {
  const [params, setParams] = useLatestSearchParams()
  const state = useMemo(() => readModerationAddress(params), [params])

  const change = useCallback(
    (changed: Partial<ModerationState>) =>
      setParams((current) => writeModerationAddress(current, { ...readModerationAddress(current), ...changed }), {
        replace: true,
        preventScrollReset: true,
      }),
    [setParams],
  )

  return useMemo(
    () => ({
      state,
      pageAddress: (page) => ({
        search: writeModerationAddress(params, { ...state, page }).toString(),
        hash: MODERATION_ID,
      }),
      filter: (filters) => change({ ...filters, page: 1 }),
      reset: () => change({ ...NO_FILTERS, page: 1 }),
      replacePage: (page) => change({ page }),
    }),
    [state, params, change],
  )
}
