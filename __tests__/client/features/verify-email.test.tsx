import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { pass, stopClocks } from '@support/clocks'
import { aUser } from '@support/factories'
import { openAt } from '@support/render'
import { openPage } from '@support/section'
import { refuse, requestsTo, serve, serveMe, serveMyMemorials } from '@support/server'

const REQUEST = 'auth/request-verify-token'
const RESEND = { name: 'Отправить письмо ещё раз' }

afterEach(() => {
  jest.useRealTimers()
})

describe('waiting for the letter to be opened', () => {
  it('names the address, sends anew at a press, and then rests for a minute', async () => {
    serve('post', REQUEST, null, 202)
    openAt('/verify-email', { state: { email: 'anna@example.ru' } })
    expect(await screen.findByText(/Мы отправили письмо на anna@example\.ru/)).toBeVisible()
    stopClocks()

    fireEvent.click(screen.getByRole('button', RESEND))

    expect(await screen.findByText(/^Можно будет через (60 секунд|59 секунд)\.$/)).toBeVisible()
    expect(screen.getByRole('button', RESEND)).toHaveAttribute('aria-disabled', 'true')
    expect(await requestsTo('post', REQUEST)[0]?.json()).toEqual({ email: 'anna@example.ru' })
    fireEvent.click(screen.getByRole('button', RESEND))
    await pass(57)
    expect(screen.getByRole('button', RESEND)).toHaveAttribute('aria-disabled', 'true')
    await pass(4)
    expect(screen.getByRole('button', RESEND)).toHaveAttribute('aria-disabled', 'false')
    expect(requestsTo('post', REQUEST)).toHaveLength(1)
  })

  it('keeps the focus on the button that rests', async () => {
    serve('post', REQUEST, null, 202)
    const { user } = openPage('/verify-email', { state: { email: 'anna@example.ru' } })
    await user.click(await screen.findByRole('button', RESEND))
    expect(await screen.findByText(/^Можно будет через/)).toBeVisible()

    // A browser takes the focus from a button that is disabled for real.
    expect(screen.getByRole('button', RESEND)).toBeEnabled()
    expect(screen.getByRole('button', RESEND)).toHaveFocus()
  })

  it('asks for the address when nobody told it', async () => {
    serve('post', REQUEST, null, 202)
    const { user } = openPage('/verify-email')

    await user.click(await screen.findByRole('button', RESEND))
    expect(await screen.findByText('Поле «E-mail» обязательно для заполнения')).toBeVisible()

    await user.type(screen.getByLabelText('E-mail'), 'anna@example.ru{Enter}')
    await waitFor(() => expect(requestsTo('post', REQUEST)).toHaveLength(1))
  })

  it('knows the address of who is signed in', async () => {
    openPage('/verify-email', { as: aUser({ is_verified: false }) })
    expect(await screen.findByText(/Мы отправили письмо на owner@example\.ru/)).toBeVisible()
  })

  it('says when the letter could not be sent, and may be tried again at once', async () => {
    refuse('post', REQUEST, 500)
    const { user } = openPage('/verify-email', { state: { email: 'anna@example.ru' } })

    await user.click(await screen.findByRole('button', RESEND))

    expect(await screen.findByRole('alert')).toHaveTextContent('Не удалось отправить письмо.')
    expect(screen.getByRole('button', RESEND)).toBeEnabled()
  })
})

describe('an account whose e-mail is confirmed', () => {
  it('has nothing to wait for, and goes on to where it came from', async () => {
    serveMyMemorials([])
    const { address } = openPage('/verify-email', { as: aUser(), state: { from: { pathname: '/my-memorials' } } })

    await waitFor(() => expect(address()).toBe('/my-memorials'))
  })

  it('goes on by itself when one comes back from the tab that confirmed it', async () => {
    serveMyMemorials([])
    const { address } = openPage('/verify-email', { as: aUser({ is_verified: false }) })
    expect(await screen.findByText(/Мы отправили письмо/)).toBeVisible()

    serveMe(aUser())
    act(() => void document.dispatchEvent(new Event('visibilitychange')))

    await waitFor(() => expect(address()).toBe('/profile'))
  })
})

describe.each([
  ['success', 'E-mail подтверждён'],
  ['error', 'Не удалось подтвердить e-mail'],
])('after the link was opened: %s', (verified, title) => {
  it('counts down five seconds and leads to /login', async () => {
    stopClocks()
    const { address } = openPage(`/verify-email?verified=${verified}`)
    expect(await screen.findByRole('heading', { name: title })).toBeVisible()
    expect(screen.getByText(/^Страница входа откроется через 5 секунд\.$/)).toBeVisible()

    await pass(4)
    expect(screen.getByText(/^Страница входа откроется через 1 секунду\.$/)).toBeVisible()
    expect(address()).toBe(`/verify-email?verified=${verified}`)
    await pass(1)

    await waitFor(() => expect(address()).toBe('/login'))
  })

  it('lets one go on at once', async () => {
    openPage(`/verify-email?verified=${verified}`)
    const links = await screen.findAllByRole('link', { name: 'Войти' })
    expect(links.at(-1)).toHaveAttribute('href', '/login')
  })
})
