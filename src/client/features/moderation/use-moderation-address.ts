import { useCallback, useMemo } from 'react'
import { type To, useSearchParams } from 'react-router-dom'
import {
  type ModerationState,
  NO_FILTERS,
  type PendingFilters,
  readModerationAddress,
  writeModerationAddress,
} from './moderation-address'

/** The panel's place on its page. */
export const MODERATION_ID = 'moderation'

/** What of the pending memories is shown, kept in the address. Any change of filters or order returns to page 1. */
export interface ModerationAddress {
  state: ModerationState
  pageAddress: (page: number) => To
  filter: (filters: Partial<PendingFilters>) => void
  reset: () => void
  /** In place of a page that has run empty. */
  replacePage: (page: number) => void
}

export function useModerationAddress(): ModerationAddress {
  const [params, setParams] = useSearchParams()
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
