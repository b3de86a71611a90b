import { createSlice } from '@reduxjs/toolkit'
import type { FetchBaseQueryMeta } from '@reduxjs/toolkit/query/react'
import { memorialApi } from '@client/api/memorial-api'
import { SAVED_AT_HEADER } from '@client/lib/offline-copies'
import { accountEnded } from '@client/session/session-slice'
import { rootReducer, type RootState } from '@client/store/root-reducer'

/** By memorial id: when the shown page was saved, if it came from this device and not from the server. ISO 8601, UTC. */
type OfflineReads = Record<number, string>

declare module '@client/store/root-reducer' {
  interface LazySlices {
    offlineReads: OfflineReads
  }
}

const NONE: OfflineReads = {}

const offlineReadsSlice = createSlice({
  name: 'offlineReads',
  initialState: NONE,
  reducers: {},
  extraReducers: (builder) => {
    builder.addMatcher(memorialApi.endpoints.getMemorial.matchFulfilled, (reads, { payload: { id }, meta }) => {
      const { response } = (meta.baseQueryMeta ?? {}) as Partial<FetchBaseQueryMeta>
      const savedAt = response?.headers.get(SAVED_AT_HEADER)
      const { [id]: _read, ...others } = reads
      return savedAt ? { ...others, [id]: savedAt } : others
    })
    builder.addMatcher(accountEnded, () => NONE)
  },
})

offlineReadsSlice.injectInto(rootReducer)

export function selectSavedAt(state: RootState, memorialId: number): string | undefined {
  return (state as { offlineReads?: OfflineReads }).offlineReads?.[memorialId]
}
