import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { aMemorialCard, someMemorialCards } from '@support/factories'
import { openAt } from '@support/render'
import { openPage } from '@support/section'
import { acceptFormsAsFormData } from './form-data-of-forms'
import { disconnect, hold, refuse, requestsTo, servePublicMemorials } from '@support/server'

acceptFormsAsFormData()

const LIST = 'memorial/public_memorials'

/** The last query of the list, without what every one has. */
function lastQuery(): Record<string, string> {
  const query = Object.fromEntries(new URL(requestsTo('get', LIST).at(-1)?.url ?? '').searchParams)
  const { limit, ...asked } = query
  expect(limit).toBe('12')
  return asked
}

const BY_LASTNAME = { offset: '0', sort_by: 'lastname', sort_order: 'asc' }

describe('the list of memorials', () => {
  it('says that it is loading, and keeps the place of its cards', async () => {
    servePublicMemorials(someMemorialCards(3))
    const release = hold('get', LIST)
    openAt('/memorials')

    expect(await screen.findByText('Загрузка мемориалов...')).toBeVisible()
    release()

    expect(await screen.findAllByRole('article')).toHaveLength(3)
    expect(screen.queryByText('Загрузка мемориалов...')).not.toBeInTheDocument()
    expect(screen.getByText('3 мемориала')).toBeVisible()
  })

  it.each([
    ['a refusal', () => refuse('get', LIST, 500)],
    ['a broken connection', () => disconnect('get', LIST)],
  ])('says that loading failed after %s, asks no more by itself, and once more at a press', async (_what, arrange) => {
    arrange()
    const { user } = openPage('/memorials')

    expect(await screen.findByText('Ошибка загрузки данных. Пожалуйста, попробуйте позже.')).toBeVisible()
    await new Promise((resolve) => setTimeout(resolve, 800))
    expect(requestsTo('get', LIST)).toHaveLength(1)

    servePublicMemorials(someMemorialCards(1))
    await user.click(screen.getByRole('button', { name: 'Повторить' }))
    expect(await screen.findByRole('article')).toBeVisible()
  })

  it('says that nothing is found, and resets the filters at a press', async () => {
    servePublicMemorials([])
    const { user, address } = openPage('/memorials?lastname=Ъъ&page=2&sort_order=desc')

    expect(await screen.findByText('Мемориалы не найдены')).toBeVisible()
    expect(screen.getByText('По вашему запросу ничего не найдено. Попробуйте изменить параметры поиска.')).toBeVisible()
    expect(screen.getByText('Попробуйте одну фамилию или другой год.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Сбросить фильтры' }))

    expect(address()).toBe('/memorials?sort_order=desc')
    expect(screen.getByRole('textbox', { name: 'Фамилия' })).toHaveValue('')
    expect(screen.queryByText('Фильтры активны')).not.toBeInTheDocument()
  })
})

describe('a card', () => {
  it('shows the maiden name by which it was found, and dates as far as they are known', async () => {
    servePublicMemorials([
      aMemorialCard({ maiden_name: 'Орлова', birth_date: '1931-01-01', birth_precision: 'about' }),
      aMemorialCard({ id: 2, death_date: null, death_precision: 'unknown' }),
    ])
    openPage('/memorials?lastname=орлова')

    const [about, unknown] = (await screen.findAllByRole('article')).map((card) => within(card))
    expect(about?.getByRole('heading', { name: 'Соколова (Орлова) Анна Петровна' })).toBeVisible()
    expect(about?.getByText(/^около\s1931 — 02\.11\.2014$/)).toBeVisible()
    expect(unknown?.getByText('09.05.1931 — дата неизвестна')).toBeVisible()
  })

  it('shows the photo, the whole name, the days in digits and the way to the page', async () => {
    servePublicMemorials([aMemorialCard({ id: 7, photo_path: '/media/7/picture.jpg' })])
    openPage('/memorials')

    const card = within(await screen.findByRole('article'))
    expect(card.getByRole('heading', { name: 'Соколова Анна Петровна' })).toBeVisible()
    expect(card.getByText('09.05.1931 — 02.11.2014')).toBeVisible()
    expect(card.getByRole('img', { name: 'Фото: Соколова Анна Петровна' })).toHaveAttribute(
      'src',
      '/media/7/picture.jpg',
    )
    expect(card.getByRole('link', { name: 'Посетить страницу' })).toHaveAttribute('href', '/memorials/7')
    expect(card.getByRole('link')).toHaveAccessibleDescription('Соколова Анна Петровна')
  })

  it('says so when name and days are unknown', async () => {
    servePublicMemorials([aMemorialCard({ lastname: '', name: '', surname: null, death_date: null })])
    openPage('/memorials')

    expect(await screen.findByRole('heading', { name: 'Неизвестный' })).toBeVisible()
    expect(screen.getByText('Даты не указаны')).toBeVisible()
  })

  it('shows the default photo for a broken one', async () => {
    servePublicMemorials([aMemorialCard({ photo_path: '/media/7/picture.jpg' })])
    openPage('/memorials')

    const card = await screen.findByRole('article')
    fireEvent.error(within(card).getByRole('img'))
    fireEvent.error(within(card).getByRole('img'))

    expect(card.querySelector('img')).toHaveAttribute('src', '/default-photo.svg')
  })
})

describe('searching and sorting', () => {
  it('reads page, sorting and filters from the address', async () => {
    servePublicMemorials(someMemorialCards(40))
    openPage('/memorials?page=3&lastname=Соколова&surname=Петровна&sort_by=death_date&sort_order=desc')

    expect(await screen.findByText('40 мемориалов')).toBeVisible()
    expect(lastQuery()).toEqual({
      offset: '24',
      lastname: 'Соколова',
      surname: 'Петровна',
      sort_by: 'death_date',
      sort_order: 'desc',
    })
    expect(screen.getByRole('textbox', { name: 'Фамилия' })).toHaveValue('Соколова')
    expect(screen.getByRole('combobox', { name: 'Сортировка' })).toHaveDisplayValue('По дате смерти')
    expect(screen.getByRole('combobox', { name: 'Порядок' })).toHaveDisplayValue('Сначала недавние')
    expect(screen.getByText('Фильтры активны')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Страница 3' })).toHaveAttribute('aria-current', 'page')
  })

  it('reads nonsense in the address as the default', async () => {
    servePublicMemorials(someMemorialCards(1))
    openPage('/memorials?page=-1&sort_by=photo&sort_order=up')

    expect(await screen.findByRole('article')).toBeVisible()
    expect(lastQuery()).toEqual(BY_LASTNAME)
    expect(screen.queryByText('Фильтры активны')).not.toBeInTheDocument()
  })

  it('goes from a page that is no more to the last one', async () => {
    servePublicMemorials(someMemorialCards(13))
    const { address } = openPage('/memorials?page=9')

    await waitFor(() => expect(address()).toBe('/memorials?page=2'))
    expect(await screen.findAllByRole('article')).toHaveLength(1)
  })

  it('searches 300 ms after the last letter, for the whole of it, from page 1', async () => {
    servePublicMemorials(someMemorialCards(40))
    const { user, address } = openPage('/memorials?page=3')
    const lastname = await screen.findByRole('textbox', { name: 'Фамилия' })
    await screen.findByText('40 мемориалов')

    await user.type(lastname, 'Сок ')
    expect(requestsTo('get', LIST)).toHaveLength(1)

    await waitFor(() => expect(address()).toBe(`/memorials?lastname=${encodeURIComponent('Сок')}`))
    await waitFor(() => expect(lastQuery()).toEqual({ ...BY_LASTNAME, lastname: 'Сок' }))
    expect(requestsTo('get', LIST)).toHaveLength(2)
    expect(lastname).toHaveValue('Сок ')
    expect(screen.getByText('Фильтры активны')).toBeVisible()
  })

  it('does not wait for the pause after Enter', async () => {
    servePublicMemorials(someMemorialCards(1))
    const { user, address } = openPage('/memorials')
    await screen.findByRole('article')

    await user.type(screen.getByRole('textbox', { name: 'Имя' }), 'Анна')
    expect(address()).toBe('/memorials')
    await user.keyboard('{Enter}')

    expect(address()).toBe(`/memorials?name=${encodeURIComponent('Анна')}`)
  })

  it('returns to page 1 when the sorting changes, and keeps the filters', async () => {
    servePublicMemorials(someMemorialCards(40))
    const { user, address } = openPage('/memorials?page=3&name=Анна')
    await screen.findByText('40 мемориалов')

    await user.selectOptions(screen.getByRole('combobox', { name: 'Сортировка' }), 'По дате рождения')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Порядок' }), 'Сначала недавние')

    expect(decodeURIComponent(address())).toBe('/memorials?name=Анна&sort_by=birth_date&sort_order=desc')
  })

  it('shows another page at its link, and Back brings the one before', async () => {
    servePublicMemorials(someMemorialCards(30))
    const { user, router } = openPage('/memorials?lastname=Соколова')

    await user.click(await screen.findByRole('link', { name: 'Следующая страница' }))
    expect(await screen.findByRole('heading', { name: /^Соколова-13 / })).toBeVisible()
    expect(lastQuery()).toEqual({ ...BY_LASTNAME, lastname: 'Соколова', offset: '12' })

    await act(() => router.navigate(-1))
    expect(await screen.findByRole('heading', { name: /^Соколова-1 / })).toBeVisible()
  })

  it('lets the inputs follow Back', async () => {
    servePublicMemorials(someMemorialCards(1))
    const { router } = openPage('/memorials?lastname=Иванов', { history: ['/memorials?lastname=Соколова'] })
    expect(await screen.findByRole('textbox', { name: 'Фамилия' })).toHaveValue('Иванов')

    await act(() => router.navigate(-1))

    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Фамилия' })).toHaveValue('Соколова'))
  })
})

describe('the search on a phone', () => {
  const more = () => screen.findByRole('button', { name: /^(Уточнить|Скрыть)$/ })

  it('shows more than the one box behind «Уточнить»', async () => {
    servePublicMemorials(someMemorialCards(3))
    const { user } = openPage('/memorials?q=Орлов')

    expect(await more()).toHaveAttribute('aria-expanded', 'false')
    await user.click(await more())
    expect(await more()).toHaveAttribute('aria-expanded', 'true')
  })

  it.each(['name=Анна', 'place=Тверь', 'birth_year_from=1905', 'sort_order=desc'])(
    'stands open at ?%s',
    async (query) => {
      servePublicMemorials(someMemorialCards(3))
      openPage(`/memorials?${query}`)

      expect(await more()).toHaveAttribute('aria-expanded', 'true')
    },
  )
})
