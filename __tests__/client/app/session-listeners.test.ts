import { burialApi } from '@client/api/burial-api'
import { memorialApi } from '@client/api/memorial-api'
import { memoryApi } from '@client/api/memory-api'
import { userApi } from '@client/api/user-api'
import { tokenDigest } from '@client/offline/policy'
import { listOfflineCopies, writeOfflineCopy } from '@client/offline/copies'
import { listUnfinishedSaves, recordSaveBegun } from '@client/offline/unfinished-saves'
import {
  accountChangedElsewhere,
  accountDeleted,
  accountLeftElsewhere,
  memorialTokenReceived,
  memorialTokenDropped,
  sessionExpired,
  signedIn,
  signedOut,
} from '@client/session/session-slice'
import { PROFILE_RETRY_MS } from '@client/app/session-listeners'
import { waitFor } from '@testing-library/react'
import { aMemorial, aUser } from '@support/factories'
import { giveCaches } from '@support/cached-storage'
import { disconnect, refuse, requestsTo, serve, serveMe, serveMemorial } from '@support/server'
import { aStore } from '@support/store'

describe('a memorial token that comes or goes', () => {
  it.each([
    ['an accepted PIN', memorialTokenReceived({ memorialId: 7, token: 'pin' })],
    ['a dropped PIN', memorialTokenDropped(7)],
  ])('%s asks again for the memorial and all that is read with it, and for nothing else', async (_what, event) => {
    serveMemorial(aMemorial({ id: 8 }))
    serveMemorial(aMemorial({ id: 7 }))
    const store = aStore()
    await store.dispatch(memorialApi.endpoints.getMemorial.initiate(7))
    await store.dispatch(memoryApi.endpoints.getMemories.initiate({ memorialId: 7 }))
    await store.dispatch(burialApi.endpoints.getBurial.initiate(7))
    await store.dispatch(memorialApi.endpoints.getMemorial.initiate(8))

    store.dispatch(event)

    await waitFor(() => expect(requestsTo('get', 'memorial/7')).toHaveLength(2))
    expect(requestsTo('get', 'memories/all')).toHaveLength(2)
    expect(requestsTo('get', 'burial/7')).toHaveLength(2)
    expect(requestsTo('get', 'memorial/8')).toHaveLength(1)
  })

  it('asks again for a memorial that was refused', async () => {
    refuse('get', 'memorial/7', 403)
    const store = aStore()
    await store.dispatch(memorialApi.endpoints.getMemorial.initiate(7))
    serveMemorial(aMemorial({ id: 7 }))

    store.dispatch(memorialTokenReceived({ memorialId: 7, token: 'pin' }))

    await waitFor(() =>
      expect(memorialApi.endpoints.getMemorial.select(7)(store.getState()).data).toMatchObject({ id: 7 }),
    )
  })
})

describe('copies of closed pages on the device', () => {
  let remove: () => void
  beforeEach(() => ({ remove } = giveCaches()))
  afterEach(() => remove())

  const save = async (id: number, token: string | null) =>
    writeOfflineCopy(
      {
        ...{ id, name: 'Ёлкин Пётр', life: '', photoPath: null, keptAt: new Date().toISOString() },
        ...{ isSaved: true, isOfAccount: token === 'account', photoCount: 0, hasVoice: false, bytes: 0 },
        keptUntil: token && '2126-01-01T10:00:00.000Z',
        openedBy: token && (await tokenDigest(token)),
      },
      [],
    )
  const left = async () => (await listOfflineCopies()).map(({ id }) => id).sort()

  it.each([
    ['the end of a memorial token', memorialTokenDropped(1), [2, 3]],
    ['a sign-out', signedOut(), [3]],
    ['the end of the session', sessionExpired(), [3]],
    ['the deletion of the account', accountDeleted({ destroyedAt: '2026-12-15T10:00:00Z' }), [3]],
    ['a sign-out in another tab', accountLeftElsewhere(), [3]],
    ['the sign-in of an account', signedIn({ token: 'of-another' }), [3]],
    ['another tab that signs out', accountChangedElsewhere({ token: undefined }), [3]],
  ])('leave with %s', async (_what, event, stay) => {
    serve('post', 'auth/logout', null, 204)
    await save(1, 'pin-token')
    await save(2, 'account')
    await save(3, null)
    aStore({ token: 'account', memorialTokens: { 1: 'pin-token' } }).dispatch(event)
    await waitFor(async () => expect(await left()).toEqual(stay))
  })

  it('are not made for the next account, when the page was left before the copy was done', async () => {
    await recordSaveBegun(aMemorial({ id: 1, public_status: false }), {})
    await recordSaveBegun(aMemorial({ id: 2, public_status: true }), {})
    aStore({ token: 'account' }).dispatch(signedIn({ token: 'of-another' }))
    await waitFor(async () => expect((await listUnfinishedSaves()).map(({ id }) => id)).toEqual([2]))
  })
})

describe('signing out', () => {
  it('leaves nothing of the account in the cache', async () => {
    serve('post', 'auth/logout', null, 204)
    serveMe(aUser())
    const store = aStore({ token: 'account' })
    await store.dispatch(userApi.endpoints.getMe.initiate())

    store.dispatch(signedOut())

    expect(JSON.stringify(store.getState().api)).not.toContain(aUser().email)
    await waitFor(() => expect(requestsTo('post', 'auth/logout')).toHaveLength(1))
  })
})

describe('unsent words in the tab', () => {
  const OWN = ['memorial-draft-1', 'biography-draft-7-1', 'memory-draft-7-1']
  const OTHERS = ['memorial-draft-11', 'memory-draft-1-2', 'memory-draft-7-guest', 'scroll-1']

  async function aStoreWithDrafts() {
    serve('post', 'auth/logout', null, 204)
    serveMe(aUser({ id: 1 }))
    for (const key of [...OWN, ...OTHERS]) localStorage.setItem(key, '{}')
    const store = aStore({ token: 'account' })
    await store.dispatch(userApi.endpoints.getMe.initiate())
    return store
  }

  it('go with the account that signs out, and nobody else’s do', async () => {
    const store = await aStoreWithDrafts()

    store.dispatch(signedOut())

    expect(Object.keys(localStorage).sort()).toEqual([...OTHERS].sort())
    await waitFor(() => expect(requestsTo('post', 'auth/logout')).toHaveLength(1))
  })

  it('wait for an account whose session has ended', async () => {
    const store = await aStoreWithDrafts()

    store.dispatch(sessionExpired())

    expect(Object.keys(localStorage).sort()).toEqual([...OWN, ...OTHERS].sort())
  })
})

describe('a profile that cannot be fetched', () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate'] }))
  afterEach(() => jest.useRealTimers())

  it.each([
    ['no connection', () => disconnect('get', 'users/me')],
    ['a server that breaks', () => refuse('get', 'users/me', 502)],
  ])('because of %s keeps the token and is asked for again, until it comes', async (_what, arrange) => {
    arrange()
    const store = aStore({ token: 'account' })
    await store.dispatch(userApi.endpoints.getMe.initiate())
    expect(store.getState().session.accountToken).toBe('account')

    await jest.advanceTimersByTimeAsync(PROFILE_RETRY_MS)
    await waitFor(() => expect(requestsTo('get', 'users/me')).toHaveLength(2))
    serveMe(aUser())
    await jest.advanceTimersByTimeAsync(PROFILE_RETRY_MS)

    await waitFor(() => expect(userApi.endpoints.getMe.select()(store.getState()).data).toEqual(aUser()))
  })

  it.each([401, 403])('is not asked for again after a %i', async (status) => {
    refuse('get', 'users/me', status)
    const store = aStore({ token: 'account' })
    await store.dispatch(userApi.endpoints.getMe.initiate())

    await jest.advanceTimersByTimeAsync(PROFILE_RETRY_MS * 2)

    expect(requestsTo('get', 'users/me')).toHaveLength(1)
  })
})
