import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { sendUnsentMemories } from '@client/features/memorial/memories/send-unsent-memories'
import { keyOfUnsentMemories, addUnsent } from '@client/lib/unsent-memories'
import { signedOut } from '@client/session/session-slice'
import { startPersistence } from '@client/store/persistence'
import { ACCOUNT_ID_KEY, ACCOUNT_LEFT_KEY, ACCOUNT_TOKEN_KEY } from '@client/store/token-storage'
import { aMemorial, aUser } from '@support/factories'
import { openAt } from '@support/render'
import { disconnect, hold, requestsTo, serve, serveMe, serveMemorial } from '@support/server'
import { aStore } from '@support/store'
import '@support/intersection-observer'

const WORDS = 'Она научила меня читать.'
const DRAFT_OF_1 = 'memory-draft-7-1'
const writer = aUser({ id: 1, email: 'vnuchka@example.ru' })

async function write(circumstances: Parameters<typeof openAt>[1]) {
  serveMemorial(aMemorial({ id: 7, user_id: 2 }))
  const page = openAt('/memorials/7', circumstances)
  fireEvent.click(await screen.findByText('Написать', { selector: 'button' }))
  fireEvent.change(await screen.findByLabelText('Воспоминание'), { target: { value: WORDS } })
  return page
}

const hear = (key: string, newValue: string | null) =>
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key, newValue })))

describe('another tab of the account', () => {
  it('in which it is left takes along what is being written here', async () => {
    const { store } = await write({ as: writer })
    await waitFor(() => expect(localStorage.getItem(DRAFT_OF_1)).toContain(WORDS))

    hear(ACCOUNT_LEFT_KEY, 'left')

    expect(screen.queryByDisplayValue(WORDS)).not.toBeInTheDocument()
    expect(await screen.findByText('Написать', { selector: 'button' })).toBeVisible()
    expect(localStorage.getItem(DRAFT_OF_1)).toBeNull()
    expect(JSON.stringify(store.getState())).not.toContain(writer.email)
    // The tab that left has told the server already.
    expect(requestsTo('post', 'auth/logout')).toEqual([])
  })

  it('in which its session has ended closes what is being written here, and the draft waits', async () => {
    await write({ as: writer })
    await waitFor(() => expect(localStorage.getItem(DRAFT_OF_1)).toContain(WORDS))

    hear(ACCOUNT_TOKEN_KEY, null)

    expect(screen.queryByDisplayValue(WORDS)).not.toBeInTheDocument()
    expect(await screen.findByText('Написать', { selector: 'button' })).toBeVisible()
    expect(localStorage.getItem(DRAFT_OF_1)).toContain(WORDS)
  })

  it.each([
    ['it is left', ACCOUNT_LEFT_KEY, 'left'],
    ['its session has ended', ACCOUNT_TOKEN_KEY, null],
  ])('in which %s empties a form that was filled in with its address', async (_what, key, value) => {
    openAt('/forgot-password', { as: writer })
    expect(await screen.findByLabelText('E-mail')).toHaveValue(writer.email)
    hear(key, value)
    expect(screen.getByLabelText('E-mail')).toHaveValue('')
  })

  it('in which a guest signs in leaves the draft of their words to them', async () => {
    await write({})
    serveMe(writer)

    hear(ACCOUNT_TOKEN_KEY, 'just-signed-in')

    await screen.findByRole('link', { name: 'Личный кабинет' })
    expect(localStorage.getItem('memory-draft-7-guest')).toContain(WORDS)
  })

  it('hears that this one has left, and nothing of that stays in the browser', async () => {
    serve('post', 'auth/logout', null, 204)
    localStorage.setItem(ACCOUNT_TOKEN_KEY, 'account')
    localStorage.setItem(ACCOUNT_ID_KEY, '1')
    const store = aStore()
    const end = startPersistence(store)
    await waitFor(() => expect(store.getState().session.accountId).toBe(1))
    const told = jest.spyOn(Storage.prototype, 'setItem')

    store.dispatch(signedOut())

    expect(told).toHaveBeenCalledWith(ACCOUNT_LEFT_KEY, expect.anything())
    expect(localStorage.getItem(ACCOUNT_LEFT_KEY)).toBeNull()
    await waitFor(() => expect(localStorage.getItem(ACCOUNT_ID_KEY)).toBeNull())
    await waitFor(() => expect(requestsTo('post', 'auth/logout')).toHaveLength(1))
    end()
  })
})

describe('an account that the server cannot name', () => {
  it('keeps what it writes under its own number, and takes it along when it leaves', async () => {
    serve('post', 'auth/logout', null, 204)
    disconnect('get', 'users/me')
    localStorage.setItem(ACCOUNT_ID_KEY, '1')
    const { store } = await write({ token: 'account' })
    await waitFor(() => expect(localStorage.getItem(DRAFT_OF_1)).toContain(WORDS))
    disconnect('get', 'memorial/7')

    act(() => void store.dispatch(signedOut()))

    expect(localStorage.getItem(DRAFT_OF_1)).toBeNull()
    await waitFor(() => expect(requestsTo('post', 'auth/logout')).toHaveLength(1))
  })

  it('leaves no words to guests where even its number is unknown', async () => {
    disconnect('get', 'users/me')
    await write({ token: 'account' })
    await waitFor(() => expect(Object.keys(localStorage)).toContain('memory-draft-7-account'))
    expect(localStorage.getItem('memory-draft-7-guest')).toBeNull()
  })
})

it('words that are on their way when their account leaves do not come back to the device', async () => {
  serve('post', 'auth/logout', null, 204)
  serveMe(writer)
  const key = keyOfUnsentMemories(7, 1)
  addUnsent(key, {
    memorials_id: 7,
    description: WORDS,
    author: 'Мария',
    idempotency_key: 'k',
    written_at: '2026-11-30',
  })
  const release = hold('post', 'memories/create')
  const store = aStore({ token: 'account' })
  const sending = sendUnsentMemories(store)
  await waitFor(() => expect(requestsTo('post', 'memories/create')).toHaveLength(1))

  store.dispatch(signedOut())
  await sending
  release()

  expect(Object.keys(localStorage).filter((stored) => stored.includes('memory'))).toEqual([])
  await waitFor(() => expect(requestsTo('post', 'auth/logout')).toHaveLength(1))
})
