import { act, screen, waitFor, within } from '@testing-library/react'
import { aMemorialCard, aMemorialPage, someMemorialCards } from '@support/factories'
import { openAt } from '@support/render'
import { openPage } from '@support/section'
import { disconnect, hold, refuse, requestsTo, serve } from '@support/server'
import type { MemorialCard } from '@contract/memorial'
import { acceptFormsAsFormData } from './form-data-of-forms'

acceptFormsAsFormData()

const LIST = 'memorial/swo_memorials'

function serveHeroes(cards: MemorialCard[], total = cards.length): void {
  serve('get', LIST, aMemorialPage(cards, total))
}

function lastQuery(): Record<string, string> {
  return Object.fromEntries(new URL(requestsTo('get', LIST).at(-1)?.url ?? '').searchParams)
}

const FIRST_QUERY = { offset: '0', limit: '12', sort_by: 'lastname', sort_order: 'asc' }

describe('the heroes of the SVO', () => {
  it('have a title and a quotation that names its source', async () => {
    serveHeroes([])
    openAt('/swo')

    expect(await screen.findByRole('heading', { level: 1, name: 'Герои СВО' })).toBeVisible()
    await waitFor(() => expect(document.title).toBe('Герои СВО — Помним'))
    const banner = within(screen.getByRole('figure'))
    expect(banner.getByRole('blockquote')).toHaveTextContent(/^«.+»$/)
    expect(banner.getByText('Евангелие от Иоанна, 15:13')).toBeVisible()
  })

  it('say that they are loading, and come as cards that lead to their pages', async () => {
    serveHeroes([
      aMemorialCard({ id: 7, lastname: 'Орлов', name: 'Иван', surname: 'Сергеевич', swo_status: true }),
      aMemorialCard({ id: 8, lastname: '', name: '', surname: null, death_date: null, swo_status: true }),
    ])
    const release = hold('get', LIST)
    openPage('/swo')

    expect(await screen.findByText('Загрузка мемориалов...')).toBeVisible()
    release()

    const [known, unknown] = (await screen.findAllByRole('article')).map((card) => within(card))
    expect(known?.getByRole('heading', { name: 'Орлов Иван Сергеевич' })).toBeVisible()
    expect(known?.getByText('09.05.1931 — 02.11.2014')).toBeVisible()
    expect(known?.getByRole('link', { name: 'Посетить страницу' })).toHaveAttribute('href', '/memorials/7')
    expect(unknown?.getByRole('heading', { name: 'Неизвестный' })).toBeVisible()
    expect(unknown?.getByText('Даты не указаны')).toBeVisible()
    expect(lastQuery()).toEqual(FIRST_QUERY)
  })

  it.each([
    ['a refusal', () => refuse('get', LIST, 500)],
    ['a broken connection', () => disconnect('get', LIST)],
  ])('say that loading failed after %s, and come at another try', async (_what, arrange) => {
    arrange()
    const { user } = openPage('/swo')
    expect(await screen.findByText('Ошибка загрузки данных. Пожалуйста, попробуйте позже.')).toBeVisible()

    serveHeroes(someMemorialCards(1))
    await user.click(screen.getByRole('button', { name: 'Повторить' }))
    expect(await screen.findByRole('article')).toBeVisible()
  })

  it('have pages of twelve', async () => {
    serveHeroes(someMemorialCards(12), 30)
    const { user, address } = openPage('/swo')

    await user.click(await screen.findByRole('link', { name: 'Страница 3' }))

    expect(address()).toBe('/swo?page=3')
    await waitFor(() => expect(lastQuery()).toEqual({ ...FIRST_QUERY, offset: '24' }))
    expect(screen.getByRole('link', { name: 'Страница 3' })).toHaveAttribute('aria-current', 'page')
  })
})

describe('searching for a hero', () => {
  it('shows three filters at a press, hides them at another, and keeps what was typed', async () => {
    serveHeroes(someMemorialCards(1))
    const { user } = openPage('/swo')
    const toggle = await screen.findByRole('button', { name: 'Поиск' })
    expect(toggle).toHaveAttribute('aria-expanded', 'false')
    expect(screen.queryByRole('textbox', { name: 'Фамилия' })).not.toBeInTheDocument()

    await user.click(toggle)
    expect(toggle).toHaveAccessibleName('Скрыть поиск')
    expect(toggle).toHaveAttribute('aria-expanded', 'true')
    const names = within(screen.getByRole('search'))
      .getAllByRole('textbox')
      .map((input) => input.getAttribute('name'))
    expect(names.slice(0, 3)).toEqual(['lastname', 'name', 'surname'])
    for (const name of ['Фамилия', 'Имя', 'Отчество']) expect(screen.getByRole('textbox', { name })).toBeVisible()

    await user.type(screen.getByRole('textbox', { name: 'Имя' }), 'Иван')
    await user.click(toggle)
    expect(screen.queryByRole('textbox', { name: 'Фамилия' })).not.toBeInTheDocument()
    await user.click(toggle)
    expect(screen.getByRole('textbox', { name: 'Имя' })).toHaveValue('Иван')
  })

  it('begins at page 1 and says that filters are active, even when they are hidden', async () => {
    serveHeroes(someMemorialCards(12), 30)
    const { user, address } = openPage('/swo?page=2')
    await user.click(await screen.findByRole('button', { name: 'Поиск' }))
    expect(screen.queryByText('Фильтры активны')).not.toBeInTheDocument()

    await user.type(screen.getByRole('textbox', { name: 'Отчество' }), 'Сергеевич{Enter}')

    expect(decodeURIComponent(address())).toBe('/swo?surname=Сергеевич')
    await waitFor(() => expect(lastQuery()).toEqual({ ...FIRST_QUERY, surname: 'Сергеевич' }))
    expect(screen.getByText('Фильтры активны')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Скрыть поиск' }))
    expect(screen.getByText('Фильтры активны')).toBeVisible()
  })

  it('stands open and filled at an address that has filters', async () => {
    serveHeroes(someMemorialCards(1))
    openPage('/swo?lastname=Орлов&sort_by=birth_date')

    expect(await screen.findByRole('button', { name: 'Скрыть поиск' })).toHaveAttribute('aria-expanded', 'true')
    expect(screen.getByRole('textbox', { name: 'Фамилия' })).toHaveValue('Орлов')
    expect(screen.getByText('Фильтры активны')).toBeVisible()
    expect(lastQuery()).toEqual({ ...FIRST_QUERY, lastname: 'Орлов', sort_by: 'birth_date' })
  })

  it('stays closed at an address that has sorting alone', async () => {
    serveHeroes(someMemorialCards(1))
    openPage('/swo?sort_by=birth_date')

    expect(await screen.findByRole('button', { name: 'Поиск' })).toHaveAttribute('aria-expanded', 'false')
  })

  it('opens when Back brings filters that were reset', async () => {
    serveHeroes(someMemorialCards(1))
    const { router } = openPage('/swo', { history: ['/swo?lastname=Орлов'] })
    await screen.findByRole('article')

    await act(() => router.navigate(-1))

    expect(await screen.findByRole('textbox', { name: 'Фамилия' })).toHaveValue('Орлов')
  })

  it('that finds nobody says so, and a press clears the filters and returns to page 1', async () => {
    serveHeroes([])
    const { user, address } = openPage('/swo?lastname=Ъъ&page=2&sort_order=desc')

    expect(await screen.findByText('Герои не найдены')).toBeVisible()
    expect(screen.getByText('По вашему запросу ничего не найдено. Попробуйте изменить параметры поиска.')).toBeVisible()
    expect(screen.getByText('Попробуйте одну фамилию или другой год.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Сбросить фильтры' }))

    expect(address()).toBe('/swo?sort_order=desc')
    expect(screen.getByRole('textbox', { name: 'Фамилия' })).toHaveValue('')
    expect(screen.queryByText('Фильтры активны')).not.toBeInTheDocument()
  })
})

describe('the order of heroes', () => {
  it('is by surname upwards, and offers three fields and two ways', async () => {
    serveHeroes(someMemorialCards(1))
    openPage('/swo')

    const field = await screen.findByRole('combobox', { name: 'Сортировка' })
    const order = screen.getByRole('combobox', { name: 'Порядок' })
    expect(optionsOf(field)).toEqual(['По фамилии', 'По дате рождения', 'По дате смерти'])
    expect(optionsOf(order)).toEqual(['От А до Я', 'От Я до А'])
    expect(field).toHaveDisplayValue('По фамилии')
    expect(order).toHaveDisplayValue('От А до Я')
  })

  it('begins at page 1 when it changes, and keeps the filters', async () => {
    serveHeroes(someMemorialCards(12), 30)
    const { user, address } = openPage('/swo?page=2&name=Иван')

    await user.selectOptions(await screen.findByRole('combobox', { name: 'Сортировка' }), 'По дате смерти')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Порядок' }), 'Сначала недавние')

    expect(decodeURIComponent(address())).toBe('/swo?name=Иван&sort_by=death_date&sort_order=desc')
    await waitFor(() =>
      expect(lastQuery()).toEqual({ ...FIRST_QUERY, name: 'Иван', sort_by: 'death_date', sort_order: 'desc' }),
    )
  })
})

function optionsOf(select: HTMLElement): (string | null)[] {
  return within(select)
    .getAllByRole('option')
    .map((option) => option.textContent)
}
