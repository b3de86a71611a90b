import { screen, waitFor, within } from '@testing-library/react'
import { aMemorial, aUser } from '@support/factories'
import { openAt } from '@support/render'
import { hold, refuse, serveMyMemorials } from '@support/server'

// jsdom lays nothing out, so it cannot scroll.
const scrolledTo: HTMLElement[] = []
HTMLElement.prototype.scrollIntoView = function (this: HTMLElement) {
  scrolledTo.push(this)
}

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

it('says that a closed page needs a PIN to be opened by others, and leads to where it is set', async () => {
  serveMyMemorials([aMemorial({ id: 1, public_status: false })])
  const { user } = openAt('/my-memorials', { as: aUser({ has_pin: false }) })

  await user.click(await screen.findByRole('link', { name: 'Установить PIN-код' }))

  expect(await screen.findByRole('heading', { level: 1, name: 'Личный кабинет' })).toBeVisible()
  await waitFor(() => expect(screen.getByLabelText('PIN-код')).toHaveFocus())
  expect(scrolledTo.at(-1)).toContainElement(screen.getByLabelText('PIN-код'))
})

it.each([
  ['a PIN is set', { public_status: false }, true],
  ['no page is closed', { public_status: true }, false],
])('says nothing of it where %s', async (_where, differences, has_pin) => {
  serveMyMemorials([aMemorial({ id: 1, ...differences })])
  openAt('/my-memorials', { as: aUser({ has_pin }) })

  await screen.findByRole('article')
  expect(screen.queryByRole('link', { name: 'Установить PIN-код' })).not.toBeInTheDocument()
})
