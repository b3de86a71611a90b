import { screen, waitFor, within } from '@testing-library/react'
import { MY_MEMORIALS_PAGE_SIZE } from '@contract/limits'
import { aMemorial, aUser } from '@support/factories'
import { openAt } from '@support/render'
import { hold, refuse, requestsTo, serve, serveMyMemorials } from '@support/server'
import { acceptFormsAsFormData } from './form-data-of-forms'

acceptFormsAsFormData()

const MINE = 'memorial/my_memorials'
const SEARCH = { name: 'Найти среди ваших страниц' }

const someOwn = (count: number) => Array.from({ length: count }, (_nothing, index) => aMemorial({ id: index + 1 }))
const open = (address: string) => openAt(address, { as: aUser() })

/** The last query of the list. */
function lastQuery(): Record<string, string> {
  return Object.fromEntries(new URL(requestsTo('get', MINE).at(-1)?.url ?? '').searchParams)
}

function serveNothingFound(pages = 30) {
  serve('get', MINE, { result: [], total: 0, in_all: { pages, own: pages, own_closed: 0 } })
}

it('is one screen without a search while there are no more pages than it holds', async () => {
  serveMyMemorials(someOwn(MY_MEMORIALS_PAGE_SIZE))
  open('/my-memorials')

  expect(await screen.findAllByRole('article')).toHaveLength(MY_MEMORIALS_PAGE_SIZE)
  expect(screen.queryByRole('searchbox')).not.toBeInTheDocument()
  expect(screen.queryByRole('navigation', { name: 'Страницы' })).not.toBeInTheDocument()
})

it('comes in pages whose number stands in the address, with a search and the count, where there are more', async () => {
  serveMyMemorials(someOwn(MY_MEMORIALS_PAGE_SIZE + 1))
  const { user, address } = open('/my-memorials')

  expect(await screen.findAllByRole('article')).toHaveLength(MY_MEMORIALS_PAGE_SIZE)
  expect(screen.getByRole('searchbox', SEARCH)).toBeVisible()
  expect(screen.getByText('25 мемориалов', { selector: '[role=status]' })).toBeInTheDocument()

  await user.click(screen.getByRole('link', { name: 'Страница 2' }))

  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1))
  expect(address()).toBe('/my-memorials?page=2')
  expect(lastQuery()).toEqual({ offset: '24', limit: '24' })
  expect(screen.getByText(/^У вас 25 страниц/)).toBeVisible()
})

it('searches after a pause in typing, keeps what is typed, and says how many were found', async () => {
  serveMyMemorials(someOwn(30))
  const { user, address } = open('/my-memorials?page=2')
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(6))

  const box = screen.getByRole('searchbox', SEARCH)
  serve('get', MINE, {
    result: [aMemorial({ id: 40, lastname: 'Ёлкина' })],
    total: 1,
    in_all: { pages: 30, own: 30, own_closed: 0 },
  })
  await user.type(box, ' ёлк ')

  expect(await screen.findByText('Найдено: 1 мемориал')).toBeVisible()
  expect(screen.getByText('Найдено: 1 мемориал', { selector: '[role=status]' })).toBeInTheDocument()
  expect(address()).toBe('/my-memorials?q=%D1%91%D0%BB%D0%BA')
  expect(lastQuery()).toEqual({ offset: '0', limit: '24', q: 'ёлк' })
  expect(requestsTo('get', MINE)).toHaveLength(2)
  expect(box).toHaveValue(' ёлк ')
  expect(box).toHaveFocus()
  expect(within(screen.getByRole('article')).getByText('Ёлк', { selector: 'mark' })).toBeVisible()
  // The account has as many as before.
  expect(screen.getByText(/^У вас 30 страниц/)).toBeVisible()

  expect(screen.getByText('Показаны не все.')).toBeVisible()
  serveMyMemorials(someOwn(30))
  await user.click(screen.getByRole('button', { name: 'Показать всех' }))
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(24))
  expect(box).toHaveValue('')
  expect(screen.queryByText('Показаны не все.')).not.toBeInTheDocument()
})

it('searches at once when Enter is pressed', async () => {
  serveMyMemorials(someOwn(30))
  const { user, address } = open('/my-memorials')
  await user.type(await screen.findByRole('searchbox', SEARCH), 'орл{Enter}')

  expect(address()).toBe('/my-memorials?q=%D0%BE%D1%80%D0%BB')
})

it('says that nothing is found, and shows all again at a press', async () => {
  serveNothingFound()
  const { user, address } = open('/my-memorials?q=ъъ&page=3')

  expect(await screen.findByText('Ничего не найдено')).toBeVisible()
  expect(screen.getByText('Найдено: 0 мемориалов', { selector: '[role=status]' })).toBeInTheDocument()
  expect(screen.queryByText('Здесь пока нет мемориалов')).not.toBeInTheDocument()

  serveMyMemorials(someOwn(30))
  await user.click(screen.getByRole('button', { name: 'Показать все' }))

  expect(await screen.findAllByRole('article')).toHaveLength(MY_MEMORIALS_PAGE_SIZE)
  expect(address()).toBe('/my-memorials')
  expect(screen.getByRole('searchbox', SEARCH)).toHaveValue('')
  // The next Tab leads into the search.
  expect(document.activeElement).toContainElement(screen.getByRole('searchbox', SEARCH))
  expect(document.body).not.toHaveFocus()
})

it('keeps the search box where somebody came with a search and has few pages', async () => {
  serveNothingFound(2)
  open('/my-memorials?q=ъъ')

  expect(await screen.findByRole('searchbox', SEARCH)).toHaveValue('ъъ')
})

it('leads from a page beyond the last to the last', async () => {
  serveMyMemorials(someOwn(30))
  const { address } = open('/my-memorials?page=9')

  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(6))
  expect(address()).toBe('/my-memorials?page=2')
})

it('keeps the cards, paler, and the search while the next page loads', async () => {
  serveMyMemorials(someOwn(30))
  const { user } = open('/my-memorials')
  await screen.findAllByRole('article')
  const release = hold('get', MINE)
  await user.click(screen.getByRole('link', { name: 'Страница 2' }))

  expect(await screen.findByText('Загрузка мемориалов...')).toBeVisible()
  expect(screen.getAllByRole('article')).toHaveLength(MY_MEMORIALS_PAGE_SIZE)
  expect(screen.getByRole('main').querySelector('[aria-busy=true]')).not.toBeNull()
  expect(screen.getByRole('searchbox', SEARCH)).toBeVisible()
  release()
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(6))
})

it('says that a page did not load, keeps the search, and asks again at a press', async () => {
  serveMyMemorials(someOwn(30))
  const { user } = open('/my-memorials')
  await screen.findAllByRole('article')
  refuse('get', MINE, 500)
  await user.click(screen.getByRole('link', { name: 'Страница 2' }))

  expect(await screen.findByText('Ошибка загрузки данных')).toBeVisible()
  expect(screen.queryByRole('article')).not.toBeInTheDocument()
  expect(screen.getByRole('searchbox', SEARCH)).toBeVisible()
  serveMyMemorials(someOwn(30))
  await user.click(screen.getByRole('button', { name: 'Повторить' }))
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(6))
})

it('tells of the PIN for a closed page that is on another screen of the list', async () => {
  serveMyMemorials([...someOwn(MY_MEMORIALS_PAGE_SIZE), aMemorial({ id: 99, public_status: false })])
  openAt('/my-memorials', { as: aUser({ has_pin: false }) })

  await screen.findAllByRole('article')
  expect(screen.getByRole('link', { name: 'Установить PIN-код' })).toBeVisible()
})

it('says that there is no free place by the count of all pages, kept ones left out', async () => {
  serveMyMemorials([...someOwn(30), aMemorial({ id: 99, role: 'keeper' })])
  openAt('/my-memorials', { as: aUser({ max_memorials: 30 }) })

  expect(await screen.findByText(/^У вас 30 страниц\.$/)).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Создать мемориал' })).not.toBeInTheDocument()
})
