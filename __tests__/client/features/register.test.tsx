import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { CONSENT_UNKNOWN, CONSENT_VERSION } from '@contract/consent'
import { aUser } from '@support/factories'
import { openAt } from '@support/render'
import { acceptRegistration, hold, refuse, requestsTo, serveMyMemorials } from '@support/server'

async function open() {
  const page = openAt('/register')
  await screen.findByLabelText('E-mail')
  return { ...page, submit: () => page.user.click(screen.getByRole('button', { name: 'Зарегистрироваться' })) }
}

function write(label: string, text: string): void {
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } })
}

interface Filled {
  password?: string
  confirmation?: string
  consents?: boolean
}

function fill({ password = 'Berezka-1945', confirmation = password, consents = true }: Filled = {}): void {
  write('E-mail', 'anna@example.ru')
  write('Пароль', password)
  write('Подтверждение пароля', confirmation)
  if (consents) fireEvent.click(screen.getByRole('checkbox'))
}

it('registers, and leads to the confirmation of the e-mail', async () => {
  acceptRegistration(aUser({ email: 'anna@example.ru', is_verified: false }))
  const page = await open()
  fill()

  await page.submit()

  await waitFor(() => expect(page.address()).toBe('/verify-email'))
  expect(page.router.state.location.state).toEqual({ email: 'anna@example.ru' })
  expect(await requestsTo('post', 'auth/register')[0]?.json()).toEqual({
    email: 'anna@example.ru',
    password: 'Berezka-1945',
    consent_version: CONSENT_VERSION,
  })
})

it('leaves people on the page they went to before it was answered, and tells them there', async () => {
  acceptRegistration(aUser({ email: 'anna@example.ru', is_verified: false }))
  const release = hold('post', 'auth/register')
  const page = await open()
  fill()
  await page.submit()
  await waitFor(() => expect(requestsTo('post', 'auth/register')).toHaveLength(1))

  await act(() => page.router.navigate('/login'))
  expect(await screen.findByRole('heading', { name: 'Вход' })).toBeVisible()
  release()

  expect(await screen.findByText(/^Вы зарегистрированы\. Мы отправили письмо на anna@example\.ru/)).toBeVisible()
  expect(page.router.state.navigation.state).toBe('idle')
  expect(page.address()).toBe('/login')
})

it('ticks off the rules of a password while it is typed', async () => {
  await open()
  expect(screen.getByText('не менее 8 символов')).toBeVisible()

  write('Пароль', 'берёзка')

  const rules = within(screen.getByRole('list', { name: 'Пароль должен содержать' })).getAllByRole('listitem')
  await waitFor(() =>
    expect(rules.map((rule) => rule.textContent)).toEqual([
      'не менее 8 символов',
      'хотя бы одну заглавную букву',
      'хотя бы одну строчную букву: выполнено',
      'хотя бы одну цифру',
    ]),
  )
})

it('names every rule that a password breaks at once', async () => {
  const page = await open()
  fill({ password: 'aaa' })

  await page.submit()

  await waitFor(() =>
    expect(screen.getByLabelText('Пароль')).toHaveAccessibleDescription(
      'Пароль должен содержать не менее 8 символов\n' +
        'Пароль должен содержать хотя бы одну заглавную букву\n' +
        'Пароль должен содержать хотя бы одну цифру',
    ),
  )
  expect(screen.getByLabelText('Пароль')).toHaveFocus()
})

it.each([
  ['the passwords differ', { confirmation: 'Berezka-1946' }, 'Пароли не совпадают'],
  ['there is no consent', { consents: false }, 'Необходимо согласиться с политикой обработки персональных данных'],
])('is not sent while %s', async (_what, differences, message) => {
  const page = await open()
  fill(differences)

  await page.submit()

  expect(await screen.findByText(message)).toBeVisible()
  expect(requestsTo('post', 'auth/register')).toHaveLength(0)
})

it('says at the tick what to do when its text has changed meanwhile', async () => {
  refuse('post', 'auth/register', 422, [{ type: 'x', loc: ['body', 'consent_version'], msg: CONSENT_UNKNOWN }])
  const { submit } = await open()
  fill()
  await submit()

  const text = 'Текст согласия обновился. Пожалуйста, обновите страницу.'
  await waitFor(() => expect(screen.getByRole('checkbox')).toHaveAccessibleDescription(text))
  expect(screen.getAllByText(text)).toHaveLength(1)
  expect(await screen.findByRole('button', { name: 'Зарегистрироваться' })).toBeVisible()
})

it('takes the focus to the consent when only that is missing', async () => {
  const page = await open()
  fill({ consents: false })

  await page.submit()

  await waitFor(() => expect(screen.getByRole('checkbox')).toHaveFocus())
})

it('asks for the consent by a tick of its own, with its text a press away', async () => {
  await open()

  expect(screen.getByRole('checkbox')).not.toBeChecked()
  expect(screen.getByRole('checkbox')).toHaveAccessibleName('Я даю согласие на обработку персональных данных')
  const text = within(screen.getByRole('main')).getByRole('link', { name: 'согласие на обработку персональных данных' })
  expect(text).toHaveAttribute('href', '/consent')
})

it('tells which other texts a registration accepts, apart from the consent', async () => {
  await open()

  const form = within(screen.getByRole('main'))
  expect(form.getByText(/^Регистрируясь, вы принимаете/)).toBeVisible()
  const address = (name: string) => form.getByRole('link', { name }).getAttribute('href')
  expect(address('пользовательское соглашение')).toBe('/user-agreement')
  expect(address('политику обработки персональных данных')).toBe('/privacy-policy')
})

it.each([
  [400, 'REGISTER_USER_ALREADY_EXISTS', 'Пользователь с таким email уже существует'],
  [400, 'SOMETHING_ELSE', 'Не удалось зарегистрироваться. Пожалуйста, попробуйте позже.'],
  [429, 'Слишком много регистраций. Попробуйте позже.', 'Слишком много регистраций. Попробуйте позже.'],
  [503, 'Сервис временно недоступен.', 'Сервис временно недоступен.'],
])('says in the form why the server refused: %i %p', async (status, detail, message) => {
  refuse('post', 'auth/register', status, detail)
  const page = await open()
  fill()

  await page.submit()

  expect(await screen.findByRole('alert')).toHaveTextContent(message)
  expect(page.address()).toBe('/register')
})

it('shows at the field, and only there, why the server takes no such password', async () => {
  const reason = 'Этот пароль слишком известен. Придумайте, пожалуйста, другой'
  refuse('post', 'auth/register', 400, { code: 'REGISTER_INVALID_PASSWORD', reason })
  const page = await open()
  fill()

  await page.submit()

  await waitFor(() => expect(screen.getByLabelText('Пароль')).toHaveAccessibleDescription(reason))
  expect(screen.getByLabelText('Пароль')).toHaveFocus()
  expect(screen.getAllByText(reason)).toHaveLength(1)
})

it('helps browsers with the new password, and lets it be pasted', async () => {
  const page = await open()
  expect(screen.getByLabelText('E-mail')).toHaveAttribute('autocomplete', 'username')

  for (const label of ['Пароль', 'Подтверждение пароля']) {
    expect(screen.getByLabelText(label)).toHaveAttribute('autocomplete', 'new-password')
    await page.user.click(screen.getByLabelText(label))
    await page.user.paste('Berezka-1945')
    expect(screen.getByLabelText(label)).toHaveValue('Berezka-1945')
  }
})

it('leads whoever is signed in to their cabinet', async () => {
  serveMyMemorials([])
  const { address } = openAt('/register', { as: aUser() })

  await waitFor(() => expect(address()).toBe('/profile'))
})
