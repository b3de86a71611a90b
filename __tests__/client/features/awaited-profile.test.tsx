import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { userApi } from '@client/api/user-api'
import type { AppStore } from '@client/store/create-app-store'
import { aMemorial, aUser } from '@support/factories'
import { openAt } from '@support/render'
import { hold, refuse, requestsTo, serveMe, serveMemorial } from '@support/server'
import '@support/intersection-observer'

const write = (label: string, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } })

function openWhileProfileFails(path: string) {
  refuse('get', 'users/me', 503)
  return openAt(path, { token: 'account' })
}

/** What the listener does every ten seconds. The answer waits until `arrive` is called. */
async function askAgain(store: AppStore, user = aUser()) {
  const release = hold('get', 'users/me')
  act(() => {
    void store.dispatch(userApi.endpoints.getMe.initiate(undefined, { forceRefetch: true, subscribe: false }))
  })
  await waitFor(() => expect(requestsTo('get', 'users/me').length).toBeGreaterThan(1))
  const known = () => userApi.endpoints.getMe.select()(store.getState())
  await waitFor(() => expect(known().status).toBe('pending'))
  return {
    arrive: async () => {
      release()
      await waitFor(() => expect(known().data).toEqual(user))
    },
  }
}

describe('while a profile that failed is asked for again', () => {
  it('the address typed for a forgotten password stays', async () => {
    const { store } = openWhileProfileFails('/forgot-password')
    await screen.findByLabelText('E-mail')
    write('E-mail', 'anna@example.ru')
    serveMe(aUser())

    const profile = await askAgain(store)
    expect(screen.getByLabelText('E-mail')).toHaveValue('anna@example.ru')

    await profile.arrive()
    expect(screen.getByLabelText('E-mail')).toHaveValue('anna@example.ru')
  })

  it('words of memory stay, and no e-mail is asked for: the server has it', async () => {
    serveMemorial(aMemorial({ id: 7, user_id: 2 }))
    const { store } = openWhileProfileFails('/memorials/7')
    fireEvent.click(await screen.findByText('Написать', { selector: 'button' }))
    await screen.findByLabelText('Воспоминание')
    write('Воспоминание', 'Она научила меня читать.')
    expect(screen.queryByLabelText('E-mail')).not.toBeInTheDocument()
    serveMe(aUser())

    const profile = await askAgain(store)
    expect(screen.getByLabelText('Воспоминание')).toHaveValue('Она научила меня читать.')

    await profile.arrive()
    expect(screen.getByLabelText('Воспоминание')).toHaveValue('Она научила меня читать.')
  })

  it('words of memory stay in sight of an account that has yet to confirm its e-mail', async () => {
    const unconfirmed = aUser({ id: 2, is_verified: false })
    serveMemorial(aMemorial({ id: 7, user_id: 1 }))
    const { store } = openWhileProfileFails('/memorials/7')
    fireEvent.click(await screen.findByText('Написать', { selector: 'button' }))
    await screen.findByLabelText('Воспоминание')
    write('Воспоминание', 'Она научила меня читать.')
    serveMe(unconfirmed)

    await (await askAgain(store, unconfirmed)).arrive()

    expect(await screen.findByRole('link', { name: 'подтвердите e-mail' })).toBeVisible()
    expect(screen.getByLabelText('Воспоминание')).toHaveValue('Она научила меня читать.')
  })

  it('the header leads to the cabinet', async () => {
    const { store } = openWhileProfileFails('/no-such-page')
    await screen.findByRole('link', { name: 'Личный кабинет' })
    serveMe(aUser())

    const profile = await askAgain(store)
    expect(screen.getByRole('link', { name: 'Личный кабинет' })).toBeVisible()

    await profile.arrive()
    expect(await screen.findByRole('link', { name: 'Личный кабинет' })).toBeVisible()
  })
})
