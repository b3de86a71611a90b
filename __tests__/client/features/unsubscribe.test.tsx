import { screen } from '@testing-library/react'
import { aMemorial } from '@support/factories'
import { openAt } from '@support/render'
import { openPage } from '@support/section'
import { refuse, requestsTo, serve, serveMemorial } from '@support/server'
import { waitFor } from '@testing-library/react'

const CALL = 'letters/subscription'
const ADDRESS = '/unsubscribe?token=iz-pisma'

it('ends letters of a kind by a press and never before it, and sends them again when they are wanted', async () => {
  serve('post', CALL, { kind: 'reminders', is_ended: false })
  const { user } = openAt(ADDRESS)
  expect(await screen.findByText(/письма с напоминаниями о памятных днях/)).toBeVisible()
  expect(requestsTo('put', CALL)).toHaveLength(0)

  serve('put', CALL, { kind: 'reminders', is_ended: true })
  await user.click(screen.getByRole('button', { name: 'Не получать' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Больше не пишем' })).toBeVisible()
  expect(await requestsTo('put', CALL)[0]?.json()).toEqual({ token: 'iz-pisma', is_ended: true })

  serve('put', CALL, { kind: 'reminders', is_ended: false })
  await user.click(screen.getByRole('button', { name: 'Получать снова' }))
  expect(await screen.findByRole('button', { name: 'Не получать' })).toBeVisible()
  expect(await requestsTo('put', CALL)[1]?.json()).toEqual({ token: 'iz-pisma', is_ended: false })
})

it('tells why it did not work, and may be pressed again', async () => {
  serve('post', CALL, { kind: 'reports', is_ended: false })
  const { user } = openPage(ADDRESS)
  refuse('put', CALL, 500)
  await user.click(await screen.findByRole('button', { name: 'Не получать' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Не удалось сохранить.')
  expect(screen.getByRole('button', { name: 'Не получать' })).toBeEnabled()
})

it('says when the link is not whole', async () => {
  refuse('post', CALL, 400, 'Эта ссылка не подходит. Откройте её из письма ещё раз.')
  openPage(ADDRESS)
  expect(await screen.findByRole('alert')).toHaveTextContent('Эта ссылка не подходит.')
  expect(screen.queryByRole('button', { name: 'Повторить' })).toBeNull()
})

it('says when a part of the link is missing', async () => {
  openPage('/unsubscribe')
  expect(await screen.findByRole('alert')).toHaveTextContent('В ссылке не хватает части.')
})

it('tells the server that the link of a letter was opened, and leaves no token in the address', async () => {
  serveMemorial(aMemorial({ id: 7 }))
  serve('post', 'letters/opened', null, 204)
  const { address } = openPage('/memorials/7#letter=iz-pisma')
  await waitFor(() => expect(requestsTo('post', 'letters/opened')).toHaveLength(1))
  expect(await requestsTo('post', 'letters/opened')[0]?.json()).toEqual({ token: 'iz-pisma' })
  await waitFor(() => expect(address()).toBe('/memorials/7'))
})
