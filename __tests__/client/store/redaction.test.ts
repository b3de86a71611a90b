import { shownToDevTools } from '@support/devtools'
import { waitFor } from '@testing-library/react'
import { authApi } from '@client/api/auth-api'
import { memorialApi } from '@client/api/memorial-api'
import { userApi } from '@client/api/user-api'
import { pinAccepted, pinDropped, signedOut } from '@client/session/session-slice'
import { createAppStore } from '@client/store/create-app-store'
import { startPersistence } from '@client/store/persistence'
import { redactAction } from '@client/store/redaction'
import { aMemorial, aUser } from '@support/factories'
import { acceptLogin, acceptRegistration, refuse, serve, serveMe, serveMemorial } from '@support/server'

const PASSWORD = 'Berezka-1945'
const SECRETS = [PASSWORD, 'secret-account-token', 'secret-stored-token', 'secret-pin-token']

describe('what DevTools are shown', () => {
  it('of a whole journey holds no secret, and still tells what happened', async () => {
    serveMe(aUser({ has_pin: true }))
    acceptRegistration(aUser())
    acceptLogin('secret-account-token')
    serveMemorial(aMemorial({ id: 7 }))
    serve('post', 'auth/logout', null, 204)
    localStorage.setItem('pomnim.account-token', 'secret-stored-token')
    sessionStorage.setItem('pomnim.pin-token.3', 'secret-pin-token')

    const store = createAppStore()
    const end = startPersistence(store)
    await waitFor(() => expect(store.getState().session.isRestored).toBe(true))
    const person = { email: 'a@example.ru', password: PASSWORD }
    await store.dispatch(authApi.endpoints.register.initiate({ ...person, consent_version: '2025-06-18' }))
    await store.dispatch(authApi.endpoints.login.initiate(person))
    await store.dispatch(userApi.endpoints.getMe.initiate())
    store.dispatch(pinAccepted({ memorialId: 7, token: 'secret-pin-token' }))
    await store.dispatch(memorialApi.endpoints.getMemorial.initiate(7))
    store.dispatch(pinDropped(7))
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
    expect(output).toContain('"pinTokens":{"7":"[redacted]"}')
  })
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
