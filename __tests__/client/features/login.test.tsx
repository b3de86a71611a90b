import { screen, waitFor, within } from '@testing-library/react'
import { pass, stopClocks } from '@support/clocks'
import { aMemorial, aUser } from '@support/factories'
import { openAt } from '@support/render'
import { acceptLogin, disconnect, refuse, requestsTo, serveMe, serveMyMemorials } from '@support/server'

async function open(state?: unknown) {
  const page = openAt('/login', { state })
  await screen.findByLabelText('E-mail')
  const submit = () => page.user.click(screen.getByRole('button', { name: 'Войти' }))
  async function logIn(): Promise<void> {
    await page.user.type(screen.getByLabelText('E-mail'), 'owner@example.ru')
    await page.user.type(screen.getByLabelText('Пароль'), 'Berezka-1945')
    await submit()
  }
  return { ...page, submit, logIn }
}

afterEach(() => {
  jest.useRealTimers()
})

describe('logging in', () => {
  it('leads to the cabinet', async () => {
    acceptLogin()
    serveMe(aUser())
    serveMyMemorials([aMemorial()])
    const page = await open()

    await page.logIn()

    await waitFor(() => expect(page.address()).toBe('/profile'))
    const body = new URLSearchParams(await requestsTo('post', 'auth/login')[0]?.text())
    expect(Object.fromEntries(body)).toMatchObject({ username: 'owner@example.ru', password: 'Berezka-1945' })
  })

  it('leads back to where one came from', async () => {
    acceptLogin()
    serveMe(aUser())
    serveMyMemorials([])
    const page = await open({ from: { pathname: '/memorials/create', search: '?a=1' } })

    await page.logIn()

    await waitFor(() => expect(page.address()).toBe('/memorials/create?a=1'))
  })

  it('says why, and what to do next, to who opened an invitation', async () => {
    await open({ from: { pathname: '/keepers/accept', search: '?token=abc&role=keeper' } })
    expect(screen.getByText(/^Вас пригласили хранить страницу памяти\./)).toBeVisible()
  })

  it('speaks of no invitation to others', async () => {
    await open({ from: { pathname: '/memorials/create' } })
    expect(screen.queryByText(/пригласили/)).not.toBeInTheDocument()
  })

  it('leads nowhere else than into this site', async () => {
    acceptLogin()
    serveMe(aUser())
    serveMyMemorials([])
    const page = await open({ from: { pathname: '//evil.example' } })

    await page.logIn()

    await waitFor(() => expect(page.address()).toBe('/profile'))
  })

  it('leads whoever has not confirmed their e-mail to do so', async () => {
    acceptLogin()
    serveMe(aUser({ is_verified: false }))
    const page = await open()

    await page.logIn()

    await waitFor(() => expect(page.address()).toBe('/verify-email'))
    expect(await screen.findByText(/owner@example\.ru/)).toBeVisible()
  })
})

describe('the ways around /login', () => {
  it('take along the e-mail typed so far, and where one came from', async () => {
    const page = await open({ from: { pathname: '/memorials/create' } })
    await page.user.type(screen.getByLabelText('E-mail'), 'owner@example.ru')

    await page.user.click(screen.getByRole('link', { name: 'Забыли пароль?' }))
    expect(await screen.findByRole('heading', { name: 'Восстановление пароля' })).toBeVisible()
    expect(screen.getByLabelText('E-mail')).toHaveValue('owner@example.ru')
    await page.user.click(screen.getByRole('link', { name: 'Вернуться ко входу' }))
    await page.user.click(await screen.findByRole('link', { name: 'Зарегистрироваться' }))
    await page.user.click(await within(screen.getByRole('main')).findByRole('link', { name: 'Войти' }))

    expect(await screen.findByRole('heading', { name: 'Вход' })).toBeVisible()
    expect(screen.getByLabelText('E-mail')).toHaveValue('owner@example.ru')
    acceptLogin()
    serveMe(aUser())
    await page.user.type(screen.getByLabelText('Пароль'), 'Berezka-1945')
    await page.submit()
    await waitFor(() => expect(page.address()).toBe('/memorials/create'))
  })

  it('wait for the server with a token holder whose profile cannot be fetched, and then lead to the cabinet', async () => {
    stopClocks()
    refuse('get', 'users/me', 500)
    const page = openAt('/login', { token: 'account' })
    expect(await screen.findByText(/^Сервер сейчас не отвечает\./)).toBeInTheDocument()
    await pass(1)
    expect(page.address()).toBe('/login')

    serveMyMemorials([])
    serveMe(aUser())
    await pass(10)

    await waitFor(() => expect(page.address()).toBe('/profile'))
  })
})

describe('a login that is refused', () => {
  it.each([
    [
      'LOGIN_BAD_CREDENTIALS',
      () => refuse('post', 'auth/login', 400, 'LOGIN_BAD_CREDENTIALS'),
      'Неверный логин или пароль',
    ],
    ['a detail about the email', () => refuse('post', 'auth/login', 400, 'Unknown email'), 'Неверный логин'],
    ['a detail about the password', () => refuse('post', 'auth/login', 400, 'Wrong password'), 'Неверный пароль'],
    [
      'a sentence',
      () => refuse('post', 'auth/login', 429, 'Слишком много попыток. Попробуйте через 15 минут.'),
      'Слишком много попыток. Попробуйте через 15 минут.',
    ],
    ['no answer', () => disconnect('post', 'auth/login'), 'Не удалось войти. Пожалуйста, попробуйте позже.'],
  ])('is said in words: %s', async (_what, arrange, message) => {
    arrange()
    const page = await open()

    await page.logIn()

    expect(await screen.findByRole('alert')).toHaveTextContent(message)
    expect(page.address()).toBe('/login')
    expect(screen.getByLabelText('E-mail')).toHaveValue('owner@example.ru')
  })

  it('is not even sent without e-mail and password', async () => {
    const page = await open()

    await page.submit()

    expect(await screen.findByText('Поле «E-mail» обязательно для заполнения')).toBeVisible()
    expect(screen.getByText('Поле «Пароль» обязательно для заполнения')).toBeVisible()
    expect(screen.getByLabelText('E-mail')).toHaveFocus()
    expect(requestsTo('post', 'auth/login')).toHaveLength(0)
  })

  it('is not sent with what is no e-mail', async () => {
    const page = await open()
    await page.user.type(screen.getByLabelText('E-mail'), 'owner')

    await page.submit()

    expect(await screen.findByText('Пожалуйста, введите корректный email адрес.')).toBeVisible()
  })
})

it('helps browsers and people with the password', async () => {
  const page = await open()
  const password = screen.getByLabelText('Пароль')
  expect(screen.getByLabelText('E-mail')).toHaveAttribute('autocomplete', 'username')
  expect(password).toHaveAttribute('autocomplete', 'current-password')

  await page.user.click(password)
  await page.user.paste('Berezka-1945')
  expect(password).toHaveValue('Berezka-1945')
  expect(password).toHaveAttribute('type', 'password')

  await page.user.click(screen.getByRole('button', { name: 'Показать символы' }))
  expect(password).toHaveAttribute('type', 'text')
  expect(screen.getByRole('link', { name: 'Забыли пароль?' })).toHaveAttribute('href', '/forgot-password')
})
