import { screen, waitFor } from '@testing-library/react'
import { aUser } from '@support/factories'
import { openAt } from '@support/render'
import { disconnect, refuse, requestsTo, serve } from '@support/server'

const REQUEST = 'auth/forgot-password'
const EMAIL = 'anna@example.ru'

async function open(circumstances: Parameters<typeof openAt>[1] = {}) {
  const page = openAt('/forgot-password', circumstances)
  await screen.findByLabelText('E-mail')
  const submit = () => page.user.click(screen.getByRole('button', { name: 'Отправить письмо' }))
  async function ask(email = EMAIL): Promise<void> {
    await page.user.type(screen.getByLabelText('E-mail'), email)
    await submit()
  }
  return { ...page, submit, ask }
}

it('says that a letter was sent, to which address, and leads back to /login with it', async () => {
  serve('post', REQUEST, null, 202)
  const page = await open()

  await page.ask()

  expect(await screen.findByRole('heading', { level: 1, name: 'Письмо отправлено' })).toBeVisible()
  expect(screen.getByText(/Мы отправили письмо на anna@example\.ru\./)).toBeVisible()
  expect(screen.getByRole('main')).toContainElement(document.activeElement as HTMLElement)
  expect(await requestsTo('post', REQUEST)[0]?.json()).toEqual({ email: EMAIL })

  await page.user.click(screen.getByRole('link', { name: 'Вернуться ко входу' }))
  expect(await screen.findByRole('heading', { name: 'Вход' })).toBeVisible()
  expect(screen.getByLabelText('E-mail')).toHaveValue(EMAIL)
})

it('lets one ask again when the letter does not come', async () => {
  serve('post', REQUEST, null, 202)
  const page = await open()
  await page.ask()

  await page.user.click(await screen.findByRole('button', { name: 'Запросить ещё раз' }))

  expect(screen.getByLabelText('E-mail')).toBeVisible()
})

it.each([
  ['USER_NOT_FOUND', 404, 'Пользователь с таким email не найден.'],
  ['RESET_PASSWORD_BAD_TOKEN', 400, 'Пользователь с таким email не найден.'],
  ['RESET_PASSWORD_TOO_MANY_REQUESTS', 429, 'Слишком много запросов. Попробуйте позже.'],
  ['SOMETHING_ELSE', 500, 'Не удалось отправить письмо. Пожалуйста, попробуйте позже.'],
])('says what %s means, and keeps the address', async (code, status, message) => {
  refuse('post', REQUEST, status, code)
  const page = await open()

  await page.ask()

  expect(await screen.findByRole('alert')).toHaveTextContent(message)
  expect(screen.getByLabelText('E-mail')).toHaveValue(EMAIL)
})

it('says that no letter left when there is no connection', async () => {
  disconnect('post', REQUEST)
  const page = await open()

  await page.ask()

  expect(await screen.findByRole('alert')).toHaveTextContent('Не удалось отправить письмо.')
})

it.each([
  ['nothing', '{Tab}', 'Поле «E-mail» обязательно для заполнения'],
  ['what is no e-mail', 'anna', 'Пожалуйста, введите корректный email адрес.'],
])('is not sent with %s', async (_what, typed, message) => {
  const page = await open()

  await page.ask(typed)

  expect(await screen.findByText(message)).toBeVisible()
  expect(screen.getByLabelText('E-mail')).toHaveFocus()
  expect(requestsTo('post', REQUEST)).toHaveLength(0)
})

it('serves those who are signed in too: their address is known, and the way back is to the cabinet', async () => {
  const page = await open({ as: aUser() })

  await waitFor(() => expect(screen.getByLabelText('E-mail')).toHaveValue('owner@example.ru'))
  expect(screen.getByRole('link', { name: 'Вернуться в личный кабинет' })).toHaveAttribute('href', '/profile')
  expect(page.address()).toBe('/forgot-password')
})
