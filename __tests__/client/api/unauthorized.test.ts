import { addListener } from '@reduxjs/toolkit'
import { authApi } from '@client/api/auth-api'
import { burialApi } from '@client/api/burial-api'
import { errorStatus } from '@client/api/errors'
import { memorialApi } from '@client/api/memorial-api'
import { memoryApi } from '@client/api/memory-api'
import { userApi } from '@client/api/user-api'
import { sessionExpired } from '@client/session/session-slice'
import type { AppStore } from '@client/store/create-app-store'
import { aMemorial } from '@support/factories'
import { hold, refuse, requestsTo, serve, serveMemorial } from '@support/server'
import { aStore } from '@support/store'

const TOKENS = { token: 'account', memorialTokens: { 7: 'pin-of-7' } }

describe('a 401', () => {
  it('ends the session, and its caller is told', async () => {
    refuse('get', 'users/me', 401)
    const store = aStore(TOKENS)

    const { error } = await store.dispatch(userApi.endpoints.getMe.initiate())

    expect(errorStatus(error)).toBe(401)
    expect(store.getState().session).toMatchObject({ accountToken: undefined, memorialTokens: {} })
  })

  it.each([
    [
      'a closed memorial',
      'memorial/8',
      (store: AppStore) => store.dispatch(memorialApi.endpoints.getMemorial.initiate(8)),
    ],
    ['its burial place', 'burial/8', (store: AppStore) => store.dispatch(burialApi.endpoints.getBurial.initiate(8))],
    [
      'its words of memory',
      'memories/all',
      (store: AppStore) => store.dispatch(memoryApi.endpoints.getMemories.initiate({ memorialId: 8 })),
    ],
  ])('to reading %s ends nothing', async (_what, path, call) => {
    refuse('get', path, 401)
    const store = aStore(TOKENS)

    await call(store)

    expect(store.getState().session).toMatchObject({ accountToken: 'account', memorialTokens: TOKENS.memorialTokens })
  })

  it('to a request with a memorial token drops that token alone', async () => {
    refuse('get', 'memorial/7', 401)
    const store = aStore({ ...TOKENS, memorialTokens: { 7: 'pin-of-7', 9: 'pin-of-9' } })

    await store.dispatch(memorialApi.endpoints.getMemorial.initiate(7))

    expect(store.getState().session).toMatchObject({ accountToken: 'account', memorialTokens: { 9: 'pin-of-9' } })
    expect(store.getState().session.memorialTokens).not.toHaveProperty('7')
  })

  it.each([
    ['an account', TOKENS],
    ['a guest', {}],
  ])('to the login of %s ends nothing', async (_who, tokens) => {
    refuse('post', 'auth/login', 401)
    const store = aStore(tokens)
    const endings = countEndings(store)

    await store.dispatch(authApi.endpoints.login.initiate({ email: 'a@example.ru', password: 'x' }))

    expect(endings()).toBe(0)
    expect(store.getState().session.accountToken).toBe(aStore(tokens).getState().session.accountToken)
  })

  it('to five requests at once ends the session once', async () => {
    for (const path of ['memorial/my_memorials', 'memorial/public_memorials', 'users/me']) refuse('get', path, 401)
    refuse('post', 'auth/request-verify-token', 401)
    const store = aStore(TOKENS)
    const endings = countEndings(store)

    await Promise.all([
      store.dispatch(userApi.endpoints.getMe.initiate()),
      store.dispatch(memorialApi.endpoints.getMyMemorials.initiate()),
      store.dispatch(memorialApi.endpoints.getPublicMemorials.initiate({})),
      store.dispatch(memorialApi.endpoints.getPublicMemorials.initiate({ offset: 12 })),
      store.dispatch(authApi.endpoints.requestVerifyToken.initiate({ email: 'a@example.ru' })),
    ])

    expect(endings()).toBe(1)
  })

  it('that arrives after a new login does not end the new session', async () => {
    refuse('get', 'users/me', 401)
    const release = hold('get', 'users/me')
    serve('post', 'auth/login', { access_token: 'new', token_type: 'bearer' })
    const store = aStore({ token: 'old' })

    const late = store.dispatch(userApi.endpoints.getMe.initiate())
    await store.dispatch(authApi.endpoints.login.initiate({ email: 'a@example.ru', password: 'x' }))
    release()
    await late

    expect(store.getState().session.accountToken).toBe('new')
  })
})

describe('what the cache holds', () => {
  it('is asked for again as the new visitor after a login', async () => {
    serveMemorial(aMemorial({ id: 8 }))
    serve('post', 'auth/login', { access_token: 'new', token_type: 'bearer' })
    const store = aStore()
    await store.dispatch(memorialApi.endpoints.getMemorial.initiate(8))

    await store.dispatch(authApi.endpoints.login.initiate({ email: 'a@example.ru', password: 'x' }))
    expect(memorialApi.endpoints.getMemorial.select(8)(store.getState()).data).toBeUndefined()
    await store.dispatch(memorialApi.endpoints.getMemorial.initiate(8))

    expect(requestsTo('get', 'memorial/8').map(({ headers }) => headers.get('authorization'))).toEqual([
      null,
      'Bearer new',
    ])
  })
})

/** How often the session has ended by itself from now on. */
function countEndings(store: AppStore): () => number {
  let count = 0
  store.dispatch(
    addListener({
      actionCreator: sessionExpired,
      effect: () => {
        count += 1
      },
    }),
  )
  return () => count
}
