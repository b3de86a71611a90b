import { waitFor } from '@testing-library/react'
import '@client/app/sign-out-redirect'
import { memorialApi } from '@client/api/memorial-api'
import { userApi } from '@client/api/user-api'
import { queueUploads } from '@client/features/memorial/uploads/upload-queue'
import '@client/offline/OfflineNote'
import { reportDecided } from '@client/features/moderation/decisions'
import '@client/features/moderation/decisions'
import { SAVED_AT_HEADER } from '@client/lib/connection'
import {
  accountChangedElsewhere,
  accountDeleted,
  accountLeftElsewhere,
  confirmationAsked,
  sessionExpired,
  signedIn,
  signedOut,
} from '@client/session/session-slice'
import type { AppStore } from '@client/store/create-app-store'
import type { RootState } from '@client/store/root-reducer'
import { http, HttpResponse } from 'msw'
import { aMemorial, aUser } from '@support/factories'
import { hold, refuse, serve, serveMe, server } from '@support/server'
import { aStore } from '@support/store'

const EMAIL = 'owner@example.ru'

/** What each part of the state holds of an account, and what it holds once the account has ended. */
const PARTS: Record<keyof RootState, [what: string, isLeft: (state: RootState) => boolean]> = {
  session: ['the tokens', ({ session }) => session.accountToken === 'account' || 7 in session.memorialTokens],
  api: ['what the server answered', (state) => JSON.stringify(state.api).includes(EMAIL)],
  stepUp: ['the question for the password', ({ stepUp }) => stepUp.isAsked],
  uploads: ['the uploads', ({ uploads = [] }) => uploads.length > 0],
  decisions: ['the decisions of a moderator', ({ decisions }) => (decisions?.made.length ?? 0) > 0],
  offlineReads: ['when a page was saved', ({ offlineReads = {} }) => 7 in offlineReads],
  signOutRedirect: ['nothing: it leads away from the screens of the account', () => false],
}

const ENDS = [
  ['who signed out', signedOut()],
  ['who deleted it', accountDeleted({ destroyedAt: '2026-12-15T10:00:00Z' })],
  ['whose session has ended', sessionExpired()],
  ['who left in another tab', accountLeftElsewhere()],
  ['whose session has ended in another tab', accountChangedElsewhere({ token: undefined })],
  ['in whose place another has signed in', signedIn({ token: 'of-the-next' })],
] as const

async function fullStore(): Promise<AppStore> {
  serveMe(aUser({ email: EMAIL }))
  server.use(
    http.get(`${location.origin}/api/v1/memorial/7`, () =>
      HttpResponse.json(aMemorial({ id: 7 }), { headers: { [SAVED_AT_HEADER]: '2026-11-23T10:00:00.000Z' } }),
    ),
  )
  serve('post', 'auth/logout', null, 204)
  hold('post', 'photo_archive/create')
  refuse('post', 'reports/5/decide', 401)
  const store = aStore({ token: 'account', memorialTokens: { 8: 'pin' } })
  await store.dispatch(userApi.endpoints.getMe.initiate(undefined, { subscribe: false }))
  await store.dispatch(memorialApi.endpoints.getMemorial.initiate(7, { subscribe: false }))
  store.dispatch(confirmationAsked())
  const file = new File(['снимок'], 'a.jpg', { type: 'image/jpeg' })
  store.dispatch(queueUploads({ memorialId: 7, kind: 'photo', files: [{ file, description: '' }] }))
  store.dispatch(reportDecided({ about: 'report', id: 5, memorialId: 7, decision: 'close', text: 'Чужой адрес.' }))
  return store
}

it('every part of the state says here what it forgets', async () => {
  expect(Object.keys((await fullStore()).getState()).sort()).toEqual(Object.keys(PARTS).sort())
})

describe.each(ENDS)('of an account %s', (_who, event) => {
  it.each(Object.values(PARTS).filter(([what]) => !what.startsWith('nothing')))('%s go', async (_what, isLeft) => {
    const store = await fullStore()
    expect(isLeft(store.getState())).toBe(true)
    store.dispatch(event)
    // Long before a waiting decision would be sent by itself.
    await waitFor(() => expect(isLeft(store.getState())).toBe(false), { timeout: 1000 })
  })
})
