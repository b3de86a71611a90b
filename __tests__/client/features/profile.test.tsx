import { screen, within } from '@testing-library/react'
import { ADVANCED } from '@contract/memorial'
import { aMemorial, aUser } from '@support/factories'
import { openAt } from '@support/render'
import { hold, refuse, serveMyMemorials } from '@support/server'

const MINE = 'memorial/my_memorials'

function open() {
  return openAt('/profile', { as: aUser() })
}

it('greets by the e-mail and leads to a new memorial', async () => {
  serveMyMemorials([])
  open()

  expect(await screen.findByRole('heading', { level: 1, name: 'Личный кабинет' })).toBeVisible()
  const main = within(screen.getByRole('main'))
  expect(main.getByText(/owner@example\.ru/)).toBeVisible()
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
