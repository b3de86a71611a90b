import { createSlice } from '@reduxjs/toolkit'
import type { FetchBaseQueryMeta } from '@reduxjs/toolkit/query/react'
import { memorialApi } from '@client/api/memorial-api'
import { KEPT_AT_HEADER } from '@client/lib/kept-memorials'
import { accountEnded } from '@client/session/session-slice'
import { rootReducer, type RootState } from '@client/store/root-reducer'

/** By memorial id: when the shown page was kept, if it came from this device and not from the server. ISO 8601, UTC. */
type KeptReads = Record<number, string>

declare module '@client/store/root-reducer' {
  interface LazySlices {
    keptReads: KeptReads
  }
}

const NONE: KeptReads = {}

const keptReadsSlice = createSlice({
  name: 'keptReads',
  initialState: NONE,
  reducers: {},
  extraReducers: (builder) => {
    builder.addMatcher(memorialApi.endpoints.getMemorial.matchFulfilled, (reads, { payload: { id }, meta }) => {
      const { response } = (meta.baseQueryMeta ?? {}) as Partial<FetchBaseQueryMeta>
      const keptAt = response?.headers.get(KEPT_AT_HEADER)
      const { [id]: _read, ...others } = reads
      return keptAt ? { ...others, [id]: keptAt } : others
    })
    builder.addMatcher(accountEnded, () => NONE)
  },
})

keptReadsSlice.injectInto(rootReducer)

export function selectKeptAt(state: RootState, memorialId: number): string | undefined {
  return (state as { keptReads?: KeptReads }).keptReads?.[memorialId]
}
