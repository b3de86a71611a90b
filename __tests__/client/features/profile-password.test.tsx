import { fireEvent, screen, waitFor } from '@testing-library/react'
import { aUser } from '@support/factories'
import { openAt } from '@support/render'
import { disconnect, refuse, requestsTo, serve, serveMyMemorials } from '@support/server'

const CHANGE = 'users/me/change-password'

async function open() {
  serveMyMemorials([])
  const page = openAt('/profile/settings#security', { as: aUser() })
  await page.user.click(await screen.findByRole('button', { name: 'Изменить пароль' }))
  return page
}

function write(label: string, text: string): void {
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } })
}

function submit(next = 'Ryabina-1961', confirmation = next): void {
  write('Текущий пароль', 'Berezka-1945')
  write('Новый пароль', next)
  write('Подтверждение пароля', confirmation)
  fireEvent.click(screen.getByRole('button', { name: 'Сохранить' }))
}

it('changes the password, says so in two places, and keeps nothing of it', async () => {
  serve('post', CHANGE, null, 204)
  const { user } = await open()
  expect(screen.getByLabelText('Текущий пароль')).toHaveFocus()

  submit()

  expect(await screen.findByText('Пароль изменён. На других устройствах нужно будет войти заново.')).toBeVisible()
  expect(await screen.findByText('Пароль изменён')).toBeVisible()
  expect(await requestsTo('post', CHANGE)[0]?.json()).toEqual({
    current_password: 'Berezka-1945',
    new_password: 'Ryabina-1961',
  })
  const reopen = screen.getByRole('button', { name: 'Изменить пароль' })
  expect(reopen).toHaveFocus()
  await user.click(reopen)
  for (const label of ['Текущий пароль', 'Новый пароль', 'Подтверждение пароля']) {
    expect(screen.getByLabelText(label)).toHaveValue('')
  }
  expect(screen.queryByText(/На других устройствах нужно/)).not.toBeInTheDocument()
})

it('tells password managers what is what', async () => {
  await open()

  expect(screen.getByLabelText('Текущий пароль')).toHaveAttribute('autocomplete', 'current-password')
  expect(screen.getByLabelText('Новый пароль')).toHaveAttribute('autocomplete', 'new-password')
  expect(screen.getByLabelText('Подтверждение пароля')).toHaveAttribute('autocomplete', 'new-password')
  expect(document.querySelector('[autocomplete="username"]')).toHaveValue('owner@example.ru')
})

it.each([
  [
    'the current one is wrong',
    () => refuse('post', CHANGE, 400, 'Неверный текущий пароль'),
    'Текущий пароль',
    'Неверный текущий пароль',
  ],
  [
    'the new one is too well known',
    () => refuse('post', CHANGE, 422, [{ type: 'x', loc: ['body', 'new_password'], msg: 'Слишком известен' }]),
    'Новый пароль',
    'Слишком известен',
  ],
])('says at the field when %s', async (_what, arrange, label, message) => {
  arrange()
  await open()

  submit()

  await waitFor(() => expect(screen.getByLabelText(label)).toHaveAccessibleDescription(message))
  expect(screen.getByLabelText(label)).toHaveFocus()
  expect(screen.getByRole('alert')).toHaveTextContent('Пароль не изменён.')
})

it.each([
  [
    'a sentence',
    () => refuse('post', CHANGE, 429, 'Слишком много неудачных попыток. Попробуйте позже.'),
    'Слишком много неудачных попыток. Попробуйте позже.',
  ],
  ['no answer', () => disconnect('post', CHANGE), 'Пароль не изменён. Пожалуйста, попробуйте позже.'],
  ['a code', () => refuse('post', CHANGE, 400), 'Пароль не изменён. Пожалуйста, попробуйте позже.'],
])('says in the form what %s means', async (_what, arrange, message) => {
  arrange()
  await open()

  submit()

  expect(await screen.findByRole('alert')).toHaveTextContent(message)
})

it('is not sent while the new password breaks the rules or is not confirmed', async () => {
  await open()

  submit('aaa', 'bbb')

  await waitFor(() =>
    expect(screen.getByLabelText('Новый пароль')).toHaveAccessibleDescription(/не менее 8 символов\n.*заглавную букву/),
  )
  expect(screen.getByText('Пароли не совпадают')).toBeVisible()
  expect(requestsTo('post', CHANGE)).toHaveLength(0)
})

it('leaves the form at a press, back to where it was opened', async () => {
  const { user } = await open()

  await user.click(screen.getByRole('button', { name: 'Отмена' }))

  expect(screen.queryByLabelText('Текущий пароль')).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Изменить пароль' })).toHaveFocus()
})

it('has a way out for those who forgot the current one', async () => {
  await open()

  expect(screen.getByRole('link', { name: 'Забыли пароль?' })).toHaveAttribute('href', '/forgot-password')
})
