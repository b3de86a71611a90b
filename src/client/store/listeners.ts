import { createListenerMiddleware, isAnyOf, type TypedStartListening } from '@reduxjs/toolkit'
import { api } from '@client/api/api'
import { authApi } from '@client/api/auth-api'
import { isTransient } from '@client/api/errors'
import { memorialApi } from '@client/api/memorial-api'
import { idTag, listTag } from '@client/api/tags'
import { userApi } from '@client/api/user-api'
import { dropDraftsOf } from '@client/lib/draft'
import { selectAccountToken, selectPinToken } from '@client/session/selectors'
import {
  accountChangedElsewhere,
  pinAccepted,
  pinDropped,
  sessionExpired,
  signedIn,
  signedOut,
} from '@client/session/session-slice'
import type { AppDispatch, RootState } from './create-app-store'
import { decisionsSettled, sendDecisions } from './decision-listener'
import { runUploadQueue, type UploadSources } from './upload-queue'

/** How long a profile that could not be fetched waits for its next attempt. */
export const PROFILE_RETRY_MS = 10_000

export type StartListening = TypedStartListening<RootState, AppDispatch>

/** What follows from an event, whatever screen is open. */
export function createListeners(uploadSources: UploadSources) {
  const listeners = createListenerMiddleware()
  const startListening = listeners.startListening as StartListening

  forgetAnotherVisitorsData(startListening)
  dropDraftsAtSignOut(startListening)
  endTokenOnServer(startListening)
  reopenMemorial(startListening)
  keepNoPinOfOwn(startListening)
  retryProfile(startListening)
  sendDecisions(startListening)
  runUploadQueue(startListening, uploadSources)
  return listeners
}

/** Nothing fetched for one visitor is shown to the next. */
function forgetAnotherVisitorsData(startListening: StartListening): void {
  startListening({
    matcher: isAnyOf(signedIn, signedOut, accountChangedElsewhere),
    effect: (_event, { dispatch }) => void dispatch(api.util.resetApiState()),
  })
  startListening({
    actionCreator: sessionExpired,
    effect: async (_event, listener) => {
      // The reset aborts what is running: let the refused request tell its caller of the 401 first.
      await listener.delay(0)
      listener.dispatch(api.util.resetApiState())
    },
  })
}

/** Left by choice, an account leaves no unsent words to the next at this screen. After a lost session they wait for it. */
function dropDraftsAtSignOut(startListening: StartListening): void {
  startListening({
    actionCreator: signedOut,
    effect: (_event, listener) => {
      const { data: me } = userApi.endpoints.getMe.select()(listener.getOriginalState())
      if (me) dropDraftsOf(me.id)
    },
  })
}

function endTokenOnServer(startListening: StartListening): void {
  startListening({
    actionCreator: signedOut,
    effect: async (_event, listener) => {
      const token = selectAccountToken(listener.getOriginalState())
      if (!token) return
      // They are sent with this token.
      await decisionsSettled(listener)
      void listener.dispatch(authApi.endpoints.logout.initiate({ token }, { track: false }))
    },
  })
}

/** RTK Query does not see which token a request carried, so what a PIN opens is asked for again by hand. */
function reopenMemorial(startListening: StartListening): void {
  const askAgain = (id: number) =>
    api.util.invalidateTags([
      idTag('Memorial', id),
      listTag('Memory', id),
      listTag('Burial', id),
      listTag('ArchiveItem', id),
    ])

  startListening({
    actionCreator: pinAccepted,
    effect: ({ payload }, { dispatch }) => void dispatch(askAgain(payload.memorialId)),
  })
  startListening({
    actionCreator: pinDropped,
    effect: ({ payload: memorialId }, { dispatch }) => void dispatch(askAgain(memorialId)),
  })
}

/** With a PIN token, which goes before the account's, an owner could not change their own memorial. */
function keepNoPinOfOwn(startListening: StartListening): void {
  startListening({
    matcher: memorialApi.endpoints.getMemorial.matchFulfilled,
    effect: ({ payload: { id, user_id } }, listener) => {
      const state = listener.getState()
      const { data: me } = userApi.endpoints.getMe.select()(state)
      if (me?.id === user_id && selectPinToken(state, id)) listener.dispatch(pinDropped(id))
    },
  })
}

function retryProfile(startListening: StartListening): void {
  startListening({
    matcher: userApi.endpoints.getMe.matchRejected,
    effect: async ({ payload }, listener) => {
      if (!isTransient(payload)) return
      listener.cancelActiveListeners()
      await listener.delay(PROFILE_RETRY_MS)
      if (!selectAccountToken(listener.getState())) return
      void listener.dispatch(userApi.endpoints.getMe.initiate(undefined, { forceRefetch: true, subscribe: false }))
    },
  })
}
