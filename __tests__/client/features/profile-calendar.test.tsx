import { act, screen, within } from '@testing-library/react'
import { aUser } from '@support/factories'
import { openAt } from '@support/render'
import { refuse, requestsTo, serve, serveMyMemorials } from '@support/server'

const ADDRESS = 'https://pomnim.example/calendars/key.signature.ics'
const SHOW = { name: 'Показать адрес календаря' }

async function open() {
  serveMyMemorials([])
  serve('get', 'users/me/calendar', { address: ADDRESS })
  const { user, router } = openAt('/profile/days', { as: aUser() })
  const button = await screen.findByRole('button', SHOW)
  return { user, router, button }
}

it('makes no address before somebody asks for one', async () => {
  await open()
  expect(requestsTo('get', 'users/me/calendar')).toEqual([])
})

it('shows the address, copies it and opens the calendar with it', async () => {
  const { user, button } = await open()
  const copied = jest.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await user.click(button)

  const field = await screen.findByRole('textbox', { name: 'Адрес календаря' })
  expect(field).toHaveValue(ADDRESS)
  expect(field).toHaveFocus()
  expect(screen.getByRole('link', { name: 'Открыть в календаре' })).toHaveAttribute(
    'href',
    'webcal://pomnim.example/calendars/key.signature.ics',
  )

  await user.click(screen.getByRole('button', { name: 'Скопировать' }))
  expect(copied).toHaveBeenCalledWith(ADDRESS)
  expect(await screen.findByText('Адрес календаря скопирован')).toBeVisible()
})

it('ends the address when that is confirmed', async () => {
  const { user, button } = await open()
  await user.click(button)
  await user.click(await screen.findByRole('button', { name: 'Отключить адрес' }))
  serve('delete', 'users/me/calendar', null, 204)
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Отключить адрес' }))

  expect(await screen.findByText('Адрес календаря отключён')).toBeVisible()
  expect(await screen.findByRole('button', SHOW)).toBeVisible()
})

it('tells when there is no address to show', async () => {
  const { user, button } = await open()
  refuse('get', 'users/me/calendar', 500)
  await user.click(button)

  expect(await screen.findByText('Не удалось получить адрес. Пожалуйста, попробуйте ещё раз.')).toBeVisible()
})

it('shows an address no more when the password was changed, which ends it', async () => {
  const { user, router, button } = await open()
  serve('post', 'users/me/change-password', null, 204)
  await user.click(button)
  expect(await screen.findByRole('textbox', { name: 'Адрес календаря' })).toBeVisible()

  await act(() => router.navigate('/profile/settings#security'))
  await user.click(await screen.findByRole('button', { name: 'Изменить пароль' }))
  await user.type(await screen.findByLabelText('Текущий пароль'), 'Old-password-1')
  await user.type(screen.getByLabelText('Новый пароль'), 'New-password-2')
  await user.type(screen.getByLabelText('Подтверждение пароля'), 'New-password-2')
  await user.click(screen.getByRole('button', { name: 'Сохранить' }))
  await screen.findByText(/^Пароль изменён\./)
  await act(() => router.navigate('/profile/days'))

  expect(await screen.findByRole('button', SHOW)).toBeVisible()
  expect(screen.queryByRole('textbox', { name: 'Адрес календаря' })).not.toBeInTheDocument()
})
