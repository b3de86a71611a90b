import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { pass, stopClocks } from '@support/clocks'
import { aUser } from '@support/factories'
import { openAt } from '@support/render'
import { disconnect, hold, refuse, requestsTo, serve } from '@support/server'

const RESET = 'auth/reset-password'
const FAILED = 'Ошибка при сбросе пароля. Возможно, токен устарел или недействителен.'

async function open(circumstances: Parameters<typeof openAt>[1] = {}) {
  const page = openAt('/reset-password/letter-token', circumstances)
  await screen.findByLabelText('Новый пароль')
  return page
}

function write(label: string, text: string): void {
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } })
}

function submit(password = 'Ryabina-1961', confirmation = password): void {
  write('Новый пароль', password)
  write('Подтверждение пароля', confirmation)
  fireEvent.click(screen.getByRole('button', { name: 'Сохранить' }))
}

afterEach(() => {
  jest.useRealTimers()
})

describe('a new password', () => {
  it('is set by the token of the link, and three seconds later one is at /login', async () => {
    serve('post', RESET, null)
    const { address } = await open()
    stopClocks()

    submit()

    expect(await screen.findByRole('heading', { level: 1, name: 'Пароль изменён' })).toBeVisible()
    expect(await requestsTo('post', RESET)[0]?.json()).toEqual({ token: 'letter-token', password: 'Ryabina-1961' })
    expect(screen.getByText('Страница входа откроется через 3 секунды.')).toBeVisible()
    await pass(2)
    expect(screen.getByText('Страница входа откроется через 1 секунду.')).toBeVisible()
    expect(address()).not.toBe('/login')
    await pass(1)
    await waitFor(() => expect(address()).toBe('/login'))
  })

  it('takes its token out of the address and of the history at once', async () => {
    serve('post', RESET, null)
    const { address, router } = await open({ history: ['/login'] })

    submit()

    await waitFor(() => expect(address()).toBe('/reset-password'))
    expect(await screen.findByRole('heading', { level: 1, name: 'Пароль изменён' })).toBeVisible()
    await act(() => router.navigate(-1))
    await waitFor(() => expect(address()).toBe('/login'))
  })

  it('leaves people on the page they went to meanwhile, and tells them there', async () => {
    serve('post', RESET, null)
    serve('get', 'tariffs/', { result: [] })
    const release = hold('post', RESET)
    const { address, router } = await open()
    submit()
    await waitFor(() => expect(requestsTo('post', RESET)).toHaveLength(1))

    await act(() => router.navigate('/tariffs'))
    await screen.findByRole('heading', { level: 1, name: 'Тарифы и цены' })
    release()

    expect(await screen.findByText('Пароль изменён. Теперь войдите с новым паролем.')).toBeVisible()
    expect(router.state.navigation.state).toBe('idle')
    expect(address()).toBe('/tariffs')
  })

  it('ends the session of who is signed in here, without another word about it', async () => {
    serve('post', RESET, null)
    await open({ as: aUser() })
    await screen.findByRole('link', { name: 'Личный кабинет' })
    refuse('get', 'users/me', 401)

    submit()

    expect(await within(screen.getByRole('banner')).findByRole('link', { name: 'Войти' })).toBeVisible()
    expect(screen.getByRole('heading', { level: 1, name: 'Пароль изменён' })).toBeVisible()
    expect(screen.queryByText(/сессия истекла/)).not.toBeInTheDocument()
  })

  it('shows its rules, and is not sent while it breaks them or is not confirmed', async () => {
    await open()
    expect(screen.getByRole('list', { name: 'Пароль должен содержать' })).toBeVisible()
    for (const label of ['Новый пароль', 'Подтверждение пароля']) {
      expect(screen.getByLabelText(label)).toHaveAttribute('autocomplete', 'new-password')
    }

    submit('aaa', 'bbb')

    await waitFor(() =>
      expect(screen.getByLabelText('Новый пароль')).toHaveAccessibleDescription(
        'Пароль должен содержать не менее 8 символов\n' +
          'Пароль должен содержать хотя бы одну заглавную букву\n' +
          'Пароль должен содержать хотя бы одну цифру',
      ),
    )
    expect(screen.getByText('Пароли не совпадают')).toBeVisible()
    expect(requestsTo('post', RESET)).toHaveLength(0)
  })
})

describe('a new password that was not set', () => {
  it.each([
    ['a used or old link', () => refuse('post', RESET, 400, 'RESET_PASSWORD_BAD_TOKEN'), FAILED],
    ['a code of no meaning', () => refuse('post', RESET, 400), FAILED],
    ['no connection', () => disconnect('post', RESET), FAILED],
    [
      'a link that is no link of ours',
      () => refuse('post', RESET, 422, [{ type: 'max', loc: ['body', 'token'], msg: 'token: не более 256 символов' }]),
      FAILED,
    ],
    ['a sentence', () => refuse('post', RESET, 403, 'Учётная запись закрыта.'), 'Учётная запись закрыта.'],
  ])('because of %s says so, and offers a new letter', async (_what, arrange, message) => {
    arrange()
    await open()

    submit()

    expect(await screen.findByRole('alert')).toHaveTextContent(message)
    expect(screen.getByRole('link', { name: 'Запросить новое письмо' })).toHaveAttribute('href', '/forgot-password')
  })

  it('because it is too well known says so at its field', async () => {
    const reason = 'Этот пароль слишком известен. Придумайте, пожалуйста, другой'
    refuse('post', RESET, 400, { code: 'RESET_PASSWORD_INVALID_PASSWORD', reason })
    await open()

    submit()

    await waitFor(() => expect(screen.getByLabelText('Новый пароль')).toHaveAccessibleDescription(reason))
    expect(screen.getByLabelText('Новый пароль')).toHaveFocus()
    expect(screen.queryByRole('link', { name: 'Запросить новое письмо' })).not.toBeInTheDocument()
  })
})

it('says that a link without a token is incomplete, and offers a new letter', async () => {
  openAt('/reset-password')

  expect(await screen.findByRole('alert')).toHaveTextContent('Отсутствует токен для сброса пароля')
  expect(screen.getByRole('link', { name: 'Запросить новое письмо' })).toHaveAttribute('href', '/forgot-password')
  expect(screen.queryByText('Страница не найдена')).not.toBeInTheDocument()
})
