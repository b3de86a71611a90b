import { fireEvent, screen, waitFor } from '@testing-library/react'
import { aUser } from '@support/factories'
import { openAt } from '@support/render'
import { refuse, requestsTo, serve, serveMe, serveMyMemorials } from '@support/server'

const SET = 'users/me/set-pin'
const CHANGE = 'users/me/change-pin'
const RESET = 'users/me/reset-pin-with-password'

async function open({ hasPin }: { hasPin: boolean }) {
  serveMyMemorials([])
  const page = openAt('/profile/settings#security', { as: aUser({ has_pin: hasPin }) })
  const label = hasPin ? 'Изменить PIN-код' : 'Установить PIN-код'
  await page.user.click(await screen.findByRole('button', { name: label }))
  return page
}

function write(label: string, text: string): void {
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } })
}

function submit(fields: Record<string, string>): void {
  for (const [label, text] of Object.entries(fields)) write(label, text)
  fireEvent.click(screen.getByRole('button', { name: 'Сохранить' }))
}

it('tells what the PIN is for, and what a change of it does', async () => {
  await open({ hasPin: false })

  expect(screen.getByText(/^PIN-код открывает ваши закрытые мемориалы тем, кому вы его сообщите\./)).toHaveTextContent(
    'Если его сменить, прежний код больше ничего не откроет, даже тем, кто уже вошёл по нему.',
  )
})

it('sets the first PIN, and then offers to change it', async () => {
  serve('post', SET, null, 204)
  await open({ hasPin: false })
  serveMe(aUser({ has_pin: true }))

  submit({ 'PIN-код': ' 0517 ' })

  expect(await screen.findByText(/^PIN-код установлен\. /)).toBeVisible()
  expect(await screen.findByText('PIN-код установлен')).toBeVisible()
  expect(await requestsTo('post', SET)[0]?.json()).toEqual({ pin_code: '0517' })
  expect(await screen.findByRole('button', { name: 'Изменить PIN-код' })).toBeVisible()
})

it('learns that another tab has set one', async () => {
  refuse('post', SET, 409, 'PIN-код уже установлен')
  await open({ hasPin: false })
  serveMe(aUser({ has_pin: true }))

  submit({ 'PIN-код': '0517' })

  expect(await screen.findByText('PIN-код уже установлен')).toBeVisible()
  expect(await screen.findByLabelText('Текущий PIN-код')).toBeVisible()
})

it('changes the PIN by the current one, and keeps nothing of both', async () => {
  serve('post', CHANGE, null, 204)
  const { user } = await open({ hasPin: true })
  expect(screen.getByLabelText('Текущий PIN-код')).toHaveFocus()

  submit({ 'Текущий PIN-код': '0517', 'Новый PIN-код': '1234567890' })

  expect(await screen.findByText('PIN-код изменён. Прежний больше ничего не открывает.')).toBeVisible()
  expect(await requestsTo('post', CHANGE)[0]?.json()).toEqual({
    current_pin_code: '0517',
    new_pin_code: '1234567890',
  })
  await user.click(screen.getByRole('button', { name: 'Изменить PIN-код' }))
  expect(screen.getByLabelText('Текущий PIN-код')).toHaveValue('')
  expect(screen.getByLabelText('Новый PIN-код')).toHaveValue('')
})

it('replaces a forgotten PIN by the password', async () => {
  serve('post', RESET, null, 204)
  const { user } = await open({ hasPin: true })

  await user.click(screen.getByRole('button', { name: 'Не помню текущий PIN-код' }))
  expect(screen.getByLabelText('Текущий пароль')).toHaveFocus()
  expect(screen.queryByLabelText('Текущий PIN-код')).not.toBeInTheDocument()
  submit({ 'Текущий пароль': 'Berezka-1945', 'Новый PIN-код': '1961' })

  expect(await screen.findByText(/^PIN-код изменён\. /)).toBeVisible()
  expect(await requestsTo('post', RESET)[0]?.json()).toEqual({
    current_password: 'Berezka-1945',
    new_pin_code: '1961',
  })
})

it('says at its field that the current PIN is wrong', async () => {
  refuse('post', CHANGE, 400, 'Неверный текущий PIN-код')
  await open({ hasPin: true })

  submit({ 'Текущий PIN-код': '0517', 'Новый PIN-код': '1961' })

  const field = screen.getByLabelText('Текущий PIN-код')
  await waitFor(() => expect(field).toHaveAccessibleDescription('Неверный текущий PIN-код'))
  expect(field).toHaveFocus()
})

it('says at its field that the password is wrong', async () => {
  refuse('post', RESET, 400, 'Неверный текущий пароль')
  const { user } = await open({ hasPin: true })
  await user.click(screen.getByRole('button', { name: 'Не помню текущий PIN-код' }))

  submit({ 'Текущий пароль': 'Berezka-1946', 'Новый PIN-код': '1961' })

  await waitFor(() =>
    expect(screen.getByLabelText('Текущий пароль')).toHaveAccessibleDescription('Неверный текущий пароль'),
  )
})

it.each([
  ['', 'Поле «PIN-код» обязательно для заполнения'],
  ['123', 'PIN-код должен состоять из 4–10 цифр'],
  ['12345678901', 'PIN-код должен состоять из 4–10 цифр'],
  ['пин1', 'PIN-код должен состоять из 4–10 цифр'],
])('does not send «%s»', async (pin, message) => {
  await open({ hasPin: false })

  submit({ 'PIN-код': pin })

  await waitFor(() => expect(screen.getByLabelText('PIN-код')).toHaveAccessibleDescription(message))
  expect(requestsTo('post', SET)).toHaveLength(0)
})

it('is typed with digits, unseen, and is no password to a password manager', async () => {
  const { user } = await open({ hasPin: false })
  const field = screen.getByLabelText('PIN-код')

  expect(field).toHaveAttribute('inputmode', 'numeric')
  expect(field).toHaveAttribute('autocomplete', 'off')
  expect(field).toHaveAttribute('type', 'text')
  const show = screen.getByRole('button', { name: 'Показать цифры' })
  expect(show).toHaveAttribute('aria-pressed', 'false')
  await user.click(show)
  expect(show).toHaveAttribute('aria-pressed', 'true')
})

it('never stands open beside the form of the password', async () => {
  const { user } = await open({ hasPin: true })
  await user.click(screen.getByRole('button', { name: 'Не помню текущий PIN-код' }))

  await user.click(screen.getByRole('button', { name: 'Изменить пароль' }))

  expect(screen.getAllByLabelText('Текущий пароль')).toHaveLength(1)
  expect(screen.queryByLabelText('Новый PIN-код')).not.toBeInTheDocument()
  expect(screen.getByLabelText('Текущий пароль')).toHaveFocus()
})
