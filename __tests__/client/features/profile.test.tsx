import { screen, waitFor, within } from '@testing-library/react'
import { ADVANCED } from '@contract/memorial'
import type { User } from '@contract/user'
import { aMemorial, aUser } from '@support/factories'
import { openAt } from '@support/render'
import { hold, refuse, requestsTo, serve, serveMyMemorials, servePublicMemorials } from '@support/server'

const MINE = 'memorial/my_memorials'

function open(differences: Partial<User> = {}, path = '/profile') {
  return openAt(path, { as: aUser(differences) })
}

function someMemorials(count: number) {
  return Array.from({ length: count }, (_none, index) => aMemorial({ id: index + 1 }))
}

it('greets by the e-mail and leads to a new memorial', async () => {
  serveMyMemorials([])
  open()

  expect(await screen.findByRole('heading', { level: 1, name: 'Личный кабинет' })).toBeVisible()
  const main = within(screen.getByRole('main'))
  expect(main.getByText('Здравствуйте. Вы вошли как owner@example.ru.')).toBeVisible()
  expect(main.getByRole('link', { name: 'Создать мемориал' })).toHaveAttribute('href', '/memorials/create')
  expect(await main.findByText('Здесь пока нет мемориалов')).toBeVisible()
})

it('shows own memorials with their states', async () => {
  serveMyMemorials([
    aMemorial({ id: 1, public_status: false }),
    aMemorial({ id: 2, swo_status: true, profile_rate: ADVANCED }),
  ])
  open()

  const [closed, hero] = await screen.findAllByRole('article')
  expect(closed).toHaveTextContent('Закрытая · Базовый')
  expect(hero).toHaveTextContent('Публичная · Герой СВО · Продвинутый')
})

it.each([
  ['moderators', 'Страница временно закрыта модераторами · Базовый'],
  ['operator', 'Страница временно закрыта администрацией сайта · Базовый'],
] as const)('tells of a page that %s closed, whatever its owner wishes, and why', async (closed_by, state) => {
  serveMyMemorials([aMemorial({ id: 1, public_status: true, closed_by, closed_reason: 'Оскорбления' })])
  open()
  const card = await screen.findByRole('article')
  expect(card).toHaveTextContent(state)
  expect(card).toHaveTextContent('Причина: Оскорбления')
})

it.each([
  [0, 5, 'Можно создать 5 страниц.'],
  [0, 1, 'Можно создать 1 страницу.'],
  [1, 21, 'У вас 1 страница, можно создать ещё 20.'],
  [3, 5, 'У вас 3 страницы, можно создать ещё 2.'],
])('counts the memorials: %i of %i', async (count, most, words) => {
  serveMyMemorials(someMemorials(count))
  open({ max_memorials: most })

  expect(await screen.findByText(words)).toBeVisible()
  const main = within(screen.getByRole('main'))
  expect(main.getByRole('link', { name: 'Создать мемориал' })).toHaveAttribute('href', '/memorials/create')
})

it('says in place of the button that there is no room for another memorial, and how to get it', async () => {
  serveMyMemorials(someMemorials(2))
  open({ max_memorials: 2 })

  expect(await screen.findByText(/^Свободных мест больше нет\./)).toBeVisible()
  const main = within(screen.getByRole('main'))
  expect(main.getByRole('link', { name: '«Тарифы и цены»' })).toHaveAttribute('href', '/tariffs')
  expect(main.queryByRole('link', { name: 'Создать мемориал' })).not.toBeInTheDocument()
})

it.each([
  [0, 0, ['нет', 'нет']],
  [1, 1, ['1', '1 гигабайт']],
  [2, 3, ['2', '3 гигабайта']],
  [5, 11, ['5', '11 гигабайтов']],
])('tells what is left: %i and %i', async (memorials, gigabytes, words) => {
  serveMyMemorials([])
  open({ advanced_memorials_left: memorials, bonus_gb_left: gigabytes }, '/profile/settings#extras')

  expect((await screen.findAllByRole('definition')).map(({ textContent }) => textContent)).toEqual(words)
})

it('signs out at a press, and leads to the landing page', async () => {
  serveMyMemorials([])
  servePublicMemorials([])
  serve('get', 'promo/active', { result: [] })
  serve('post', 'auth/logout', null, 204)
  const { user, address } = open({}, '/profile/settings')

  await user.click(await within(screen.getByRole('main')).findByRole('button', { name: 'Выйти' }))

  expect(await screen.findByRole('link', { name: 'Войти' })).toBeVisible()
  expect(address()).toBe('/')
  await waitFor(() => expect(localStorage).toHaveLength(0))
  await waitFor(() => expect(requestsTo('post', 'auth/logout')).toHaveLength(1))
})

it('keeps nothing of a closed page in the history of the browser', async () => {
  serveMyMemorials([aMemorial({ id: 7, public_status: false })])
  refuse('get', 'memorial/7', 403)
  const { user, router } = open()

  await user.click(await screen.findByRole('link', { name: 'Посетить страницу' }))

  expect(router.state.location.pathname).toBe('/memorials/7')
  expect(router.state.location.state).toBeNull()
})

it('says that it is loading, that it failed, and asks again at a press', async () => {
  refuse('get', MINE, 500)
  const release = hold('get', MINE)
  const { user } = open()
  expect(await screen.findByText('Загрузка...')).toBeVisible()
  release()

  expect(await screen.findByText('Ошибка загрузки данных')).toBeVisible()
  serveMyMemorials([aMemorial()])
  await user.click(screen.getByRole('button', { name: 'Повторить' }))
  expect(await screen.findByRole('article')).toBeVisible()
})
