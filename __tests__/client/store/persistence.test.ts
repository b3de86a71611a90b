import { waitFor } from '@testing-library/react'
import { accountChangedElsewhere, memorialTokenReceived, signedIn, signedOut } from '@client/session/session-slice'
import '@client/app/session-listeners'
import { createAppStore } from '@client/store/create-app-store'
import { startPersistence } from '@client/store/persistence'
import { requestsTo, serve } from '@support/server'

const ACCOUNT_KEY = 'pomnim.account-token'
const PIN_KEY = 'pomnim.pin-token.'

let end: () => void = () => undefined
afterEach(() => end())

describe('tokens that outlive a page load', () => {
  it('are kept: the account’s for every tab, a memorial’s for this tab under a key of its own', async () => {
    const store = await restoredStore()

    store.dispatch(signedIn({ token: 'account' }))
    store.dispatch(memorialTokenReceived({ memorialId: 7, token: 'pin-of-7' }))
    store.dispatch(memorialTokenReceived({ memorialId: 12, token: 'pin-of-12' }))

    await waitFor(() =>
      expect(stored(sessionStorage)).toEqual({ [`${PIN_KEY}7`]: 'pin-of-7', [`${PIN_KEY}12`]: 'pin-of-12' }),
    )
    expect(stored(localStorage)).toEqual({ [ACCOUNT_KEY]: 'account' })
  })

  it('are there again after it', async () => {
    localStorage.setItem(ACCOUNT_KEY, 'account')
    sessionStorage.setItem(`${PIN_KEY}7`, 'pin-of-7')

    const { session } = (await restoredStore()).getState()

    expect(session).toMatchObject({ accountToken: 'account', memorialTokens: { 7: 'pin-of-7' }, isRestored: true })
  })

  it('are gone from both storages after signing out', async () => {
    serve('post', 'auth/logout', null, 204)
    localStorage.setItem(ACCOUNT_KEY, 'account')
    sessionStorage.setItem(`${PIN_KEY}7`, 'pin-of-7')
    const store = await restoredStore()

    store.dispatch(signedOut())

    await waitFor(() => expect({ ...stored(localStorage), ...stored(sessionStorage) }).toEqual({}))
    await waitFor(() =>
      expect(requestsTo('post', 'auth/logout').map(({ headers }) => headers.get('authorization'))).toEqual([
        'Bearer account',
      ]),
    )
  })

  it('leave everything else in the storages alone', async () => {
    localStorage.setItem('draft', 'text')
    sessionStorage.setItem('scroll', '100')
    const store = await restoredStore()

    store.dispatch(signedIn({ token: 'account' }))
    store.dispatch(accountChangedElsewhere({ token: undefined }))

    await waitFor(() => expect(stored(localStorage)).toEqual({ draft: 'text' }))
    expect(stored(sessionStorage)).toEqual({ scroll: '100' })
  })

  it('do not replace what happened before they were read', async () => {
    localStorage.setItem(ACCOUNT_KEY, 'stored')
    const store = createAppStore()
    store.dispatch(signedIn({ token: 'just now' }))
    await restore(store)

    expect(store.getState().session.accountToken).toBe('just now')
  })

  it('are not read at all until asked for, so that the first paint and the server do without', () => {
    localStorage.setItem(ACCOUNT_KEY, 'account')
    const reading = jest.spyOn(Storage.prototype, 'getItem')

    const { session } = createAppStore().getState()

    expect(session).toMatchObject({ isRestored: false, memorialTokens: {} })
    expect(reading).not.toHaveBeenCalled()
    reading.mockRestore()
  })

  it('are missed quietly where the browser forbids its storages', async () => {
    const forbidden = jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    })

    const store = await restoredStore()
    forbidden.mockRestore()

    expect(store.getState().session).toMatchObject({ isRestored: true, memorialTokens: {} })
  })

  it('belong to one store each: two pages in one process share nothing', async () => {
    const first = await restoredStore()
    first.dispatch(signedIn({ token: 'account' }))

    expect(createAppStore().getState().session.accountToken).toBeUndefined()
  })
})

describe('another tab', () => {
  it.each([
    ['signs out', { key: ACCOUNT_KEY, newValue: null }, undefined],
    ['clears the storage', { key: null, newValue: null }, undefined],
    ['signs in as someone else', { key: ACCOUNT_KEY, newValue: 'theirs' }, 'theirs'],
    ['stores something that is no token of ours', { key: 'draft', newValue: null }, 'account'],
  ])('that %s leaves this one with the account it should have', async (_what, change, expected) => {
    localStorage.setItem(ACCOUNT_KEY, 'account')
    const store = await restoredStore()

    window.dispatchEvent(new StorageEvent('storage', change))

    expect(store.getState().session.accountToken).toBe(expected)
    // The tab that left has told the server already.
    expect(requestsTo('post', 'auth/logout')).toEqual([])
  })
})

describe('a page that Back brings out of the browser’s cache', () => {
  const comeBack = (persisted: boolean) => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))

  it.each([
    ['speaks as a guest when the account has left meanwhile', null, undefined],
    ['speaks as whoever has signed in meanwhile', 'theirs', 'theirs'],
    ['goes on as it was when nothing has changed', 'account', 'account'],
  ])('%s', async (_what, storedNow, expected) => {
    localStorage.setItem(ACCOUNT_KEY, 'account')
    sessionStorage.setItem(`${PIN_KEY}7`, 'pin-of-7')
    const store = await restoredStore()
    if (storedNow) localStorage.setItem(ACCOUNT_KEY, storedNow)
    else localStorage.removeItem(ACCOUNT_KEY)

    comeBack(true)

    await waitFor(() => expect(store.getState().session.accountToken).toBe(expected))
    expect(store.getState().session.memorialTokens).toEqual(expected === 'account' ? { 7: 'pin-of-7' } : {})
    // Whoever left has told the server already.
    expect(requestsTo('post', 'auth/logout')).toEqual([])
  })

  it('reads no storage again when it is shown for the first time', async () => {
    await restoredStore()
    const reading = jest.spyOn(Storage.prototype, 'getItem')

    comeBack(false)
    await new Promise((resolve) => setTimeout(resolve))

    expect(reading).not.toHaveBeenCalled()
    reading.mockRestore()
  })

  it('goes on where the browser has come to forbid its storages', async () => {
    localStorage.setItem(ACCOUNT_KEY, 'account')
    const store = await restoredStore()
    const forbidden = jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    })

    comeBack(true)
    await waitFor(() => expect(forbidden).toHaveBeenCalled())

    expect(store.getState().session.accountToken).toBe('account')
    forbidden.mockRestore()
  })
})

async function restoredStore() {
  const store = createAppStore()
  await restore(store)
  return store
}

async function restore(store: ReturnType<typeof createAppStore>): Promise<void> {
  end = startPersistence(store)
  await waitFor(() => expect(store.getState().session.isRestored).toBe(true))
}

function stored(storage: Storage): Record<string, unknown> {
  return Object.fromEntries(Object.entries(storage))
}
