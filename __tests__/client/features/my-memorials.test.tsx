import { screen, within } from '@testing-library/react'
import { aMemorial, aUser } from '@support/factories'
import { openAt } from '@support/render'
import { hold, refuse, serveMyMemorials } from '@support/server'

const MINE = 'memorial/my_memorials'

it('shows a card for each own memorial: photo, name, days of life', async () => {
  serveMyMemorials([aMemorial({ id: 1 }), aMemorial({ id: 2, lastname: 'Орлов', photo_path: '/media/a.webp' })])
  openAt('/my-memorials', { as: aUser() })

  const [first, second] = await screen.findAllByRole('article')
  expect(screen.getByRole('heading', { level: 1, name: 'Мои мемориалы' })).toBeVisible()
  expect(first).toHaveTextContent('Соколова Анна Петровна')
  expect(first).toHaveTextContent('09.05.1931 — 02.11.2014')
  expect(within(second as HTMLElement).getByRole('img')).toHaveAttribute('src', '/media/a.webp')
})

it('invites whoever has none to make the first', async () => {
  serveMyMemorials([])
  openAt('/my-memorials', { as: aUser() })

  expect(await screen.findByText('Здесь пока нет мемориалов')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Создать мемориал' })).toHaveAttribute('href', '/memorials/create')
})

it('says that it is loading, that it failed, and asks again at a press', async () => {
  refuse('get', MINE, 500)
  const release = hold('get', MINE)
  const { user } = openAt('/my-memorials', { as: aUser() })
  expect(await screen.findByText('Загрузка...')).toBeVisible()
  release()

  expect(await screen.findByText('Ошибка загрузки данных')).toBeVisible()
  serveMyMemorials([aMemorial()])
  await user.click(screen.getByRole('button', { name: 'Повторить' }))
  expect(await screen.findByRole('article')).toBeVisible()
})
