import { isAnyOf } from '@reduxjs/toolkit'
import { NORMAL_TIMEOUT_MS } from '@contract/limits'
import type { Memorial } from '@contract/memorial'
import { api, idTag, listTag } from '@client/api/api'
import { authApi } from '@client/api/auth-api'
import { isTransient } from '@client/api/errors'
import { invitationsApi } from '@client/api/invitations-api'
import { memorialApi } from '@client/api/memorial-api'
import { userApi } from '@client/api/user-api'
import { dropDraftsOf } from '@client/lib/draft'
import { dropClosedCopies, dropCopyOpenedBy } from '@client/offline/copies'
import { dropClosedSaves } from '@client/offline/unfinished-saves'
import {
  accountEnded,
  accountIdentified,
  accountLeft,
  accountLeftElsewhere,
  memorialTokenReceived,
  memorialTokenDropped,
  selectAccountId,
  selectAccountToken,
  selectMemorialToken,
  sessionExpired,
  sessionRestored,
  signedOut,
} from '@client/session/session-slice'
import { addListeners, type ListenerApi, type StartListening } from '@client/store/listeners'
import { announceLeaving } from '@client/store/token-storage'

/** The delay before a failed profile request is retried. */
export const PROFILE_RETRY_MS = 10_000

/** Reactions on every page to a sign-in, a sign-out, or a memorial opened with a PIN. */
addListeners((startListening) => {
  forgetAnotherVisitorsData(startListening)
  identifyAccount(startListening)
  dropDraftsAtSignOut(startListening)
  dropClosedPages(startListening)
  endTokenOnServer(startListening)
  reopenMemorial(startListening)
  askAgainAsAccount(startListening)
  dropMemorialTokensOfKeepers(startListening)
  retryProfile(startListening)
})

/** No data fetched for one visitor is shown to the next. */
function forgetAnotherVisitorsData(startListening: StartListening): void {
  startListening({
    matcher: accountEnded,
    effect: async (event, listener) => {
      // The reset aborts pending requests: let the refused request report the 401 to its caller first.
      if (sessionExpired.match(event)) await listener.delay(0)
      listener.dispatch(api.util.resetApiState())
    },
  })
}

/** Drafts belong to the account even when at the next visit the server cannot identify its token. */
function identifyAccount(startListening: StartListening): void {
  startListening({
    matcher: userApi.endpoints.getMe.matchFulfilled,
    effect: ({ payload: { id } }, listener) => {
      const state = listener.getState()
      if (selectAccountToken(state) && selectAccountId(state) !== id) listener.dispatch(accountIdentified({ id }))
    },
  })
}

/** A voluntary sign-out leaves no unsent memories to the next user of this device, and other tabs follow. */
function dropDraftsAtSignOut(startListening: StartListening): void {
  startListening({
    matcher: accountLeft,
    effect: (event, listener) => {
      dropDraftsOf(selectAccountId(listener.getOriginalState()))
      if (!accountLeftElsewhere.match(event)) announceLeaving()
    },
  })
}

/** Closed pages are deleted from the device together with the tokens that open them. */
function dropClosedPages(startListening: StartListening): void {
  startListening({
    matcher: accountEnded,
    effect() {
      void dropClosedCopies().catch(() => undefined)
      void dropClosedSaves().catch(() => undefined)
    },
  })
  startListening({
    actionCreator: memorialTokenDropped,
    effect: ({ payload: id }, listener) => {
      const ended = selectMemorialToken(listener.getOriginalState(), id)
      if (ended) void dropCopyOpenedBy(id, ended).catch(() => undefined)
    },
  })
}

function endTokenOnServer(startListening: StartListening): void {
  startListening({
    actionCreator: signedOut,
    effect: async (_event, listener) => {
      const token = selectAccountToken(listener.getOriginalState())
      if (!token) return
      await waitForPendingRequests(listener)
      void listener.dispatch(authApi.endpoints.logout.initiate({ token }, { track: false }))
    },
  })
}

/** Waits until all requests that need the token are finished, but no longer than the request timeout. */
async function waitForPendingRequests(listener: ListenerApi): Promise<void> {
  const { pendingAuthenticatedRequests } = listener.extra
  if (pendingAuthenticatedRequests.size === 0) return
  await Promise.race([Promise.allSettled(pendingAuthenticatedRequests), listener.delay(NORMAL_TIMEOUT_MS)])
}

/** RTK Query does not see which token a request carried, so what a PIN opens is invalidated by hand. */
function reopenMemorial(startListening: StartListening): void {
  const askAgain = (id: number) =>
    api.util.invalidateTags([
      idTag('Memorial', id),
      listTag('Memory', id),
      listTag('Burial', id),
      listTag('ArchiveItem', id),
      listTag('Relation', id),
    ])

  startListening({
    actionCreator: memorialTokenReceived,
    effect: ({ payload }, { dispatch }) => void dispatch(askAgain(payload.memorialId)),
  })
  startListening({
    actionCreator: memorialTokenDropped,
    effect: ({ payload: memorialId }, { dispatch }) => void dispatch(askAgain(memorialId)),
  })
}

/** The server rendered for a guest; an owner sees more of a memorial. */
function askAgainAsAccount(startListening: StartListening): void {
  startListening({
    actionCreator: sessionRestored,
    effect: (_event, listener) => {
      const state = listener.getState()
      if (!state.session.isGuestAssumed || !selectAccountToken(state)) return
      const ids = memorialApi.util.selectCachedArgsForQuery(state, 'getMemorial')
      if (ids.length > 0) listener.dispatch(api.util.invalidateTags(ids.map((id) => idTag('Memorial', id))))
    },
  })
}

/**
 * A memorial token takes precedence over the account's: with one, no owner or keeper could change the memorial. The memorial
 * itself identifies its owner, and only one's own lists identify a keeper: no extra request with another token is made to
 * find out.
 */
function dropMemorialTokensOfKeepers(startListening: StartListening): void {
  startListening({
    matcher: invitationsApi.endpoints.acceptInvitation.matchFulfilled,
    effect: ({ payload: { memorial_id: id } }, listener) => {
      if (selectMemorialToken(listener.getState(), id)) listener.dispatch(memorialTokenDropped(id))
    },
  })
  startListening({
    matcher: memorialApi.endpoints.getMyMemorials.matchFulfilled,
    effect: ({ payload }, listener) => dropMemorialTokens(payload, listener),
  })
  startListening({
    matcher: memorialApi.endpoints.getMyMemorialsPage.matchFulfilled,
    effect: ({ payload: { result } }, listener) => dropMemorialTokens(result, listener),
  })
  startListening({
    matcher: isAnyOf(memorialApi.endpoints.getMemorial.matchFulfilled, userApi.endpoints.getMe.matchFulfilled),
    effect: (_event, listener) => {
      const state = listener.getState()
      const { data: me } = userApi.endpoints.getMe.select()(state)
      const shown = memorialApi.util
        .selectCachedArgsForQuery(state, 'getMemorial')
        .flatMap((id) => memorialApi.endpoints.getMemorial.select(id)(state).data ?? [])
      dropMemorialTokens(
        shown.filter(({ user_id }) => user_id === me?.id),
        listener,
      )
    },
  })
}

function dropMemorialTokens(memorials: Memorial[], listener: ListenerApi): void {
  for (const { id } of memorials) {
    if (selectMemorialToken(listener.getState(), id)) listener.dispatch(memorialTokenDropped(id))
  }
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
