import { screen, within } from '@testing-library/react'
import { aMemorial, aPendingMemory, aUser } from '@support/factories'
import { openAt } from '@support/render'
import { serve, serveMyMemorials } from '@support/server'

const doors = () => within(screen.getByRole('navigation', { name: 'Личный кабинет' }))

it('has four doors, of which the second tells how many decisions wait', async () => {
  serveMyMemorials([])
  serve('get', 'memories/pending', { result: [aPendingMemory()], total: 3 })
  serve('get', 'relations/pending', { result: [] })
  const request = { id: 5, memorial_id: 7, memorial_name: 'Ольхов', name: 'Вера', email: 'vera@example.ru', text: '' }
  serve('get', 'access-requests/pending', { result: [{ ...request, created_at: '2030-05-09T12:00:00.000Z' }] })
  openAt('/profile', { as: aUser() })

  expect(await screen.findByText(/^Ждут вашего решения: 3 слова памяти, 1 просьба\.$/)).toBeVisible()
  expect(
    doors()
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['Страницы', 'Слова4', 'Дни', 'Настройки'])
  expect(doors().getByRole('link', { current: 'page' })).toHaveTextContent('Страницы')
})

it('says nothing of decisions where none wait, and names the next day', async () => {
  serveMyMemorials([aMemorial({ id: 7, birth_date: '1920-05-09', birth_precision: 'day' })])
  openAt('/profile', { as: aUser() })

  expect(await screen.findByRole('link', { name: 'Все дни' })).toHaveAttribute('href', '/profile/days')
  expect(screen.queryByText(/Ждут вашего решения/)).not.toBeInTheDocument()
})

it('opens one group of settings at a press, and the one that a link names', async () => {
  serveMyMemorials([])
  const { user, router } = openAt('/profile/settings#pin', { as: aUser({ has_pin: false }) })

  expect(await screen.findByLabelText('PIN-код')).toBeVisible()
  await user.click(screen.getByRole('button', { name: /^Альбом, голос и видео/ }))
  expect(await screen.findByLabelText('Промокод')).toBeVisible()
  expect(screen.queryByLabelText('PIN-код')).not.toBeInTheDocument()
  expect(router.state.location.hash).toBe('#extras')
})

it.each(['#pin', '#protection'])('leads an old link of a letter to the settings: %s', async (hash) => {
  serveMyMemorials([])
  const { address } = openAt(`/profile${hash}`, { as: aUser() })

  await screen.findByRole('button', { name: /^Вход и защита/, expanded: true })
  expect(address()).toMatch(/^\/profile\/settings/)
})
