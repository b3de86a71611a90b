import Alert from '@mui/material/Alert'
import { createSlice } from '@reduxjs/toolkit'
import type { FetchBaseQueryMeta } from '@reduxjs/toolkit/query/react'
import { useEffect } from 'react'
import { typeset } from '@contract/typeset'
import { api, idTag, listTag } from '@client/api/api'
import { memorialApi } from '@client/api/memorial-api'
import { SAVED_AT_HEADER } from '@client/lib/connection'
import { momentInWords } from '@client/lib/formats'
import { accountEnded } from '@client/session/session-slice'
import { useAppDispatch, useAppSelector } from '@client/store/hooks'
import { rootReducer, type RootState } from '@client/store/root-reducer'

/** A browser does not always notice that its connection is back. */
const ASKED_EVERY_MS = 20_000

/** Says that a page is an offline copy, and of which time. Refetches it as soon as there is a network. */
export function OfflineNote({ memorialId }: { memorialId: number }) {
  const savedAt = useAppSelector((state) => selectSavedAt(state, memorialId))
  const dispatch = useAppDispatch()
  const isOfflineCopy = savedAt !== undefined

  useEffect(() => {
    if (!isOfflineCopy) return
    const askAgain = () => {
      const tags = [idTag('Memorial', memorialId), listTag('Memory', memorialId), listTag('Burial', memorialId)]
      dispatch(api.util.invalidateTags([...tags, listTag('ArchiveItem', memorialId)]))
    }
    window.addEventListener('online', askAgain)
    const timer = setInterval(askAgain, ASKED_EVERY_MS)
    return () => {
      window.removeEventListener('online', askAgain)
      clearInterval(timer)
    }
  }, [isOfflineCopy, memorialId, dispatch])

  if (!isOfflineCopy) return null
  return (
    <Alert role="status" severity="info" variant="outlined" sx={{ '@media print': { display: 'none' } }}>
      Страница сохранена на этом устройстве {typeset(momentInWords(savedAt))} и показана такой, какой была тогда.
    </Alert>
  )
}

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
