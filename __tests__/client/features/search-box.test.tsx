import { screen, waitFor, within } from '@testing-library/react'
import { aMemorialCard, someMemorialCards } from '@support/factories'
import { openAt } from '@support/render'
import { openPage } from '@support/section'
import { requestsTo, serve, servePublicMemorials } from '@support/server'
import { acceptFormsAsFormData } from './form-data-of-forms'

acceptFormsAsFormData()

const LIST = 'memorial/public_memorials'

/** The last query of the list, without the part of it that a page is. */
function lastQuery(): Record<string, string> {
  const { limit, offset, ...asked } = Object.fromEntries(
    new URL(requestsTo('get', LIST).at(-1)?.url ?? '').searchParams,
  )
  return asked
}

const box = () => screen.findByRole('searchbox', { name: 'Кого вы ищете' })
const sorting = () => screen.getByRole('combobox', { name: 'Сортировка' })
const order = () => screen.getByRole('combobox', { name: 'Порядок' })

it('asks for what is typed into the one box, the likeliest first', async () => {
  servePublicMemorials(someMemorialCards(3))
  const { user, address } = openAt('/memorials')

  await user.type(await box(), ' Петров Семён 1937 ')
  await waitFor(() => expect(decodeURIComponent(address())).toBe('/memorials?q=Петров+Семён+1937'))
  await waitFor(() => expect(lastQuery()).toEqual({ q: 'Петров Семён 1937', sort_order: 'asc' }))
  expect(sorting()).toHaveDisplayValue('По сходству')
  expect(order()).toHaveDisplayValue('Затем от А до Я')
  expect(screen.getByText('Фильтры активны')).toBeVisible()
})

it('sorts what was found as it is told, and says by surname in the address too', async () => {
  servePublicMemorials(someMemorialCards(3))
  const { user, address } = openPage('/memorials?q=Петров')
  await box()

  await user.selectOptions(sorting(), 'По фамилии')
  expect(decodeURIComponent(address())).toBe('/memorials?q=Петров&sort_by=lastname')
  await waitFor(() => expect(lastQuery()).toMatchObject({ sort_by: 'lastname' }))
  expect(order()).toHaveDisplayValue('От А до Я')
  await user.selectOptions(sorting(), 'По сходству')
  expect(decodeURIComponent(address())).toBe('/memorials?q=Петров')
})

it('offers no likeness where nothing was asked in the box', async () => {
  servePublicMemorials(someMemorialCards(3))
  openPage('/memorials?lastname=Петров')
  await box()
  expect(within(sorting()).queryByRole('option', { name: 'По сходству' })).not.toBeInTheDocument()
  await waitFor(() => expect(lastQuery()).toMatchObject({ sort_by: 'lastname' }))
})

it('asks for no order of its own when the browser sends the form before the program is there', async () => {
  servePublicMemorials(someMemorialCards(3))
  openPage('/memorials')
  await box()
  expect(sorting()).toHaveDisplayValue('По фамилии')
  expect(sorting()).toHaveValue('')
})

it('looks for years, once they are whole, and for a place', async () => {
  servePublicMemorials(someMemorialCards(3))
  const { user, address } = openPage('/memorials')
  await user.click(await screen.findByRole('button', { name: 'Уточнить' }))

  await user.type(screen.getByRole('textbox', { name: 'Год рождения, от' }), '190')
  await user.type(screen.getByRole('textbox', { name: 'Год смерти, до' }), '1943')
  await user.type(screen.getByRole('textbox', { name: 'Место захоронения' }), 'Орёл')

  await waitFor(() => expect(decodeURIComponent(address())).toBe('/memorials?death_year_to=1943&place=Орёл'))
  await user.type(screen.getByRole('textbox', { name: 'Год рождения, от' }), '5')
  await waitFor(() =>
    expect(lastQuery()).toEqual({
      birth_year_from: '1905',
      death_year_to: '1943',
      place: 'Орёл',
      sort_by: 'lastname',
      sort_order: 'asc',
    }),
  )
})

it('says that only like names came, and marks what they share with what was typed', async () => {
  serve('get', LIST, { result: [aMemorialCard({ lastname: 'Петров', name: 'Семён' })], total: 1, forgiving: true })
  openPage('/memorials?q=Питров+семен')

  expect(await screen.findByText('Точно такого имени нет. Возможно, вы искали:')).toBeVisible()
  const marked = screen.getByRole('heading', { name: /^Петров Семён/ }).querySelectorAll('mark')
  expect(Array.from(marked, ({ textContent }) => textContent)).toEqual(['П', 'тров', 'Семён'])
})

it.each([
  [{}, 'Со всеми словами никого нет. Без «Казань» нашлись:'],
  [{ forgiving: true }, 'Со всеми словами никого нет. Без «Казань» похожи:'],
])('says which word was left out, and marks nothing of it (%j)', async (flags, text) => {
  serve('get', LIST, { result: [aMemorialCard({ lastname: 'Казанцев' })], total: 1, left_out: 'Казань', ...flags })
  openPage('/memorials?q=Казань')

  expect(await screen.findByText(text)).toBeVisible()
  expect(screen.getByRole('heading', { name: /^Казанцев/ }).querySelector('mark')).toBeNull()
})

it('says nothing of likeness where a name was found as it was typed', async () => {
  servePublicMemorials([aMemorialCard({ lastname: 'Петров' })])
  openPage('/memorials?q=петр')
  const heading = await screen.findByRole('heading', { name: /^Петров / })
  expect(heading.querySelector('mark')).toHaveTextContent(/^Петр$/)
  expect(screen.queryByText(/Возможно, вы искали/)).not.toBeInTheDocument()
})

it('leads from the landing page to what is looked for', async () => {
  servePublicMemorials(someMemorialCards(3))
  serve('get', 'memories/all', { result: [], total: 0 })
  serve('get', 'promo/active', { result: [] })
  const { user, address } = openPage('/')

  await user.type(await screen.findByRole('searchbox', { name: 'Найти страницу' }), 'Орлов{Enter}')
  await waitFor(() => expect(decodeURIComponent(address())).toBe('/memorials?q=Орлов'))
  expect(await box()).toHaveValue('Орлов')
})
