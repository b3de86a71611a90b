import { CONSENT_VERSION } from '@contract/consent'
import { authApi } from '@client/api/auth-api'
import { burialApi } from '@client/api/burial-api'
import { factorApi } from '@client/api/factor-api'
import { memorialApi } from '@client/api/memorial-api'
import { memoryApi } from '@client/api/memory-api'
import { userApi } from '@client/api/user-api'
import { memorialTokenReceived, signedIn, signedOut } from '@client/session/session-slice'
import type { AppStore } from '@client/store/create-app-store'
import { aMemorialPage, aMemoryPage, aUser } from '@support/factories'
import { type Method, requestsTo, serve } from '@support/server'
import { aStore } from '@support/store'

const PERSON = { email: 'a@example.ru', password: 'Berezka-1945' }
const SHOWN = { id: 'key', rawId: 'key', type: 'public-key', response: {} }
const TOKENS = { token: 'account', memorialTokens: { 7: 'pin-of-7' } }

type Call = (store: AppStore) => PromiseLike<unknown>

const calls = {
  memorial: (id: number) =>
    named(`memorial/${id}`, ({ dispatch }) => dispatch(memorialApi.endpoints.getMemorial.initiate(id))),
  burial: (id: number) => named(`burial/${id}`, ({ dispatch }) => dispatch(burialApi.endpoints.getBurial.initiate(id))),
  memories: (memorialId: number) =>
    named('memories/all', ({ dispatch }) => dispatch(memoryApi.endpoints.getMemories.initiate({ memorialId }))),
  list: () =>
    named('memorial/public_memorials', ({ dispatch }) =>
      dispatch(memorialApi.endpoints.getPublicMemorials.initiate({})),
    ),
  me: () => named('users/me', ({ dispatch }) => dispatch(userApi.endpoints.getMe.initiate())),
}

function named(path: string, call: Call) {
  return { path, call }
}

describe('the token a request carries', () => {
  it.each([
    ['the memorial that a PIN opened', calls.memorial(7), 'Bearer pin-of-7'],
    ['its burial place', calls.burial(7), 'Bearer pin-of-7'],
    ['its words of memory, named in the query', calls.memories(7), 'Bearer pin-of-7'],
    ['another memorial', calls.memorial(8), 'Bearer account'],
    ['words of memory of another memorial', calls.memories(8), 'Bearer account'],
    ['a list, which names no memorial', calls.list(), 'Bearer account'],
    ['the profile', calls.me(), 'Bearer account'],
  ])('for %s', async (_what, { path, call }, expected) => {
    serve('get', path, {})

    await call(aStore(TOKENS))

    expect(sentAuthorization('get', path)).toBe(expected)
  })

  it('is none for a guest', async () => {
    serve('get', 'memorial/public_memorials', aMemorialPage([]))

    await calls.list().call(aStore())

    expect(sentAuthorization('get', 'memorial/public_memorials')).toBeNull()
  })

  it('is the memorial token alone for a guest who entered a PIN', async () => {
    serve('get', 'memories/all', aMemoryPage([]))

    await calls.memories(7).call(aStore({ memorialTokens: { 7: 'pin-of-7' } }))

    expect(sentAuthorization('get', 'memories/all')).toBe('Bearer pin-of-7')
  })

  it('is none for a registration', async () => {
    serve('post', 'auth/register', aUser())
    const registration = { ...PERSON, consent_version: CONSENT_VERSION }

    await aStore(TOKENS).dispatch(authApi.endpoints.register.initiate(registration))

    expect(sentAuthorization('post', 'auth/register')).toBeNull()
  })

  it.each([
    named('auth/login', ({ dispatch }) => dispatch(authApi.endpoints.login.initiate(PERSON))),
    named('auth/login/factor', ({ dispatch }) =>
      dispatch(factorApi.endpoints.loginByFactor.initiate({ ticket: 'ticket', code: '123456' })),
    ),
    named('auth/login/passkey/finish', ({ dispatch }) =>
      dispatch(factorApi.endpoints.loginByPasskey.initiate({ challenge_id: 'challenge', response: SHOWN })),
    ),
  ])('is at $path the one that the sign-in takes the place of, so that its session ends', async ({ path, call }) => {
    serve('post', path, { access_token: 'new', token_type: 'bearer' })
    const store = aStore(TOKENS)

    await call(store)

    expect(sentAuthorization('post', path)).toBe('Bearer account')
    expect(store.getState().session.accountToken).toBe('new')
  })

  it('is none at a sign-in of who was signed in to nothing', async () => {
    serve('post', 'auth/login', { access_token: 'new', token_type: 'bearer' })

    await aStore({ memorialTokens: { 7: 'pin-of-7' } }).dispatch(authApi.endpoints.login.initiate(PERSON))

    expect(sentAuthorization('post', 'auth/login')).toBeNull()
  })
})

describe('memorial tokens', () => {
  it.each([
    ['signing in', signedIn({ token: 'new' })],
    ['signing out', signedOut()],
  ])('do not outlive %s', (_what, event) => {
    serve('post', 'auth/logout', null, 204)
    const store = aStore(TOKENS)
    store.dispatch(memorialTokenReceived({ memorialId: 9, token: 'pin-of-9' }))

    store.dispatch(event)

    expect(store.getState().session.memorialTokens).toEqual({})
  })
})

function sentAuthorization(method: Method, path: string): string | null {
  const [request, ...others] = requestsTo(method, path)
  expect(others).toEqual([])
  if (!request) throw new Error(`Nothing was sent to ${path}`)
  return request.headers.get('authorization')
}
