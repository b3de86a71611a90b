import { shownToDevTools } from '@support/devtools'
import { waitFor } from '@testing-library/react'
import { authApi } from '@client/api/auth-api'
import { accessApi } from '@client/api/access-api'
import { invitationsApi } from '@client/api/invitations-api'
import { keepersApi } from '@client/api/keepers-api'
import { memorialApi } from '@client/api/memorial-api'
import { userApi } from '@client/api/user-api'
import { memorialTokenReceived, memorialTokenDropped, signedOut } from '@client/session/session-slice'
import '@client/app/session-listeners'
import { createAppStore } from '@client/store/create-app-store'
import { startPersistence } from '@client/store/persistence'
import { DEVTOOLS, redactAction } from '@client/store/redaction'
import { aMemorial, aUser } from '@support/factories'
import { acceptLogin, acceptRegistration, refuse, serve, serveMe, serveMemorial } from '@support/server'

const PASSWORD = 'Berezka-1945'
const NEW_PASSWORD = 'Ryabina-1961'
const PIN = '490517'
const SECRETS = [
  PASSWORD,
  NEW_PASSWORD,
  PIN,
  'secret-account-token',
  'secret-stored-token',
  'secret-pin-token',
  'secret-letter-token',
]
const REPLACEMENTS = [
  'auth/reset-password',
  'users/me/change-password',
  'users/me/set-pin',
  'users/me/change-pin',
  'users/me/reset-pin-with-password',
  'keepers/accept',
  'memorial/7/hand-over',
  'memorial/7/open',
  'users/me/change-email',
  'users/confirm-email',
  'users/me/delete',
  'users/return',
]
const ANSWERS: Record<string, object> = {
  'keepers/accept': { memorial_id: 7 },
  'memorial/7/open': { access_token: 'secret-pin-token', token_type: 'bearer' },
}

describe('what DevTools are shown', () => {
  it('of a whole journey holds no secret, and still tells what happened', async () => {
    serveMe(aUser({ has_pin: true }))
    acceptRegistration(aUser())
    acceptLogin('secret-account-token')
    serveMemorial(aMemorial({ id: 7 }))
    serve('post', 'auth/logout', null, 204)
    localStorage.setItem('pomnim.account-token', 'secret-stored-token')
    sessionStorage.setItem('pomnim.pin-token.3', 'secret-pin-token')

    const store = createAppStore({ devTools: DEVTOOLS })
    const end = startPersistence(store)
    await waitFor(() => expect(store.getState().session.isRestored).toBe(true))
    const person = { email: 'a@example.ru', password: PASSWORD }
    await store.dispatch(authApi.endpoints.register.initiate({ ...person, consent_version: '2025-06-18' }))
    await store.dispatch(authApi.endpoints.login.initiate(person))
    await store.dispatch(userApi.endpoints.getMe.initiate())
    store.dispatch(memorialTokenReceived({ memorialId: 7, token: 'secret-pin-token' }))
    await store.dispatch(memorialApi.endpoints.getMemorial.initiate(7))
    store.dispatch(memorialTokenDropped(7))
    refuse('post', 'auth/login', 400, 'LOGIN_BAD_CREDENTIALS')
    await store.dispatch(authApi.endpoints.login.initiate(person))
    store.dispatch(signedOut())
    await waitFor(() => expect(JSON.stringify(shownToDevTools())).toContain('executeMutation/fulfilled (logout)'))
    end()

    const entries = shownToDevTools().map((entry) => JSON.stringify(entry))
    for (const secret of SECRETS) expect(entries.filter((entry) => entry.includes(secret))).toEqual([])
    const output = entries.join('\n')
    expect(output).toContain('api/executeQuery/fulfilled (getMemorial)')
    expect(output).toContain('"has_pin":true')
    expect(output).toContain('"memorialTokens":{"7":"[redacted]"}')
  })
})

it('shows nothing of a password, a PIN or a link that is being used, accepted or not', async () => {
  const { resetPassword } = authApi.endpoints
  const { handOver } = keepersApi.endpoints
  const { acceptInvitation } = invitationsApi.endpoints
  const { openByLink } = accessApi.endpoints
  const { changeEmail, confirmEmail, deleteAccount, returnToAccount } = userApi.endpoints
  const { changePassword, setPin, changePin, resetPinWithPassword } = userApi.endpoints
  const change = { current_password: PASSWORD, new_password: NEW_PASSWORD }
  const store = createAppStore({ devTools: DEVTOOLS })
  for (const isAccepted of [true, false]) {
    for (const path of REPLACEMENTS) {
      if (isAccepted) serve('post', path, ANSWERS[path] ?? null)
      else refuse('post', path, 400)
    }
    await store.dispatch(resetPassword.initiate({ token: 'secret-letter-token', password: NEW_PASSWORD }))
    await store.dispatch(changePassword.initiate(change))
    await store.dispatch(setPin.initiate({ pin_code: PIN }))
    await store.dispatch(changePin.initiate({ current_pin_code: PIN, new_pin_code: PIN }))
    await store.dispatch(resetPinWithPassword.initiate({ current_password: PASSWORD, new_pin_code: PIN }))
    await store.dispatch(acceptInvitation.initiate({ token: 'secret-letter-token' }))
    await store.dispatch(openByLink.initiate({ memorialId: 7, token: 'secret-letter-token' }))
    await store.dispatch(changeEmail.initiate({ email: 'b@example.ru', current_password: PASSWORD }))
    await store.dispatch(confirmEmail.initiate({ token: 'secret-letter-token' }))
    await store.dispatch(deleteAccount.initiate({ current_password: PASSWORD }))
    await store.dispatch(returnToAccount.initiate({ token: 'secret-letter-token' }))
    await store.dispatch(handOver.initiate({ memorialId: 7, email: 'b@example.ru', current_password: PASSWORD }))
  }

  const entries = shownToDevTools().map((entry) => JSON.stringify(entry))
  for (const secret of SECRETS) expect(entries.filter((entry) => entry.includes(secret))).toEqual([])
  expect(entries.join('\n')).toContain('executeMutation/rejected (resetPassword)')
})

it.each([
  'password',
  'confirmation',
  'current_password',
  'new_password',
  'pin_code',
  'current_pin_code',
  'new_pin_code',
  'access_token',
  'accountToken',
  'token',
  'client_secret',
  'Authorization',
])('hides %s at any depth', (key) => {
  const action = { type: 'event', payload: [{ deep: { [key]: 'value-to-hide' } }] }
  expect(JSON.stringify(redactAction(action))).not.toContain('value-to-hide')
})

it('does not take requests, forms and files apart', () => {
  const action = {
    type: 'event',
    meta: {
      request: new Request('http://localhost/'),
      body: new URLSearchParams({ password: 'x' }),
      form: new FormData(),
    },
  }
  expect(redactAction(action).meta).toEqual({ request: '[Request]', body: '[URLSearchParams]', form: '[FormData]' })
})
