import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { Promotion } from '@contract/catalogue'
import { aMemorial, aMemorialCard, aUser, someMemorialCards } from '@support/factories'
import { enter } from '@support/pointer'
import { openAt } from '@support/render'
import { disconnect, hold, refuse, requestsTo, serve, servePublicMemorials } from '@support/server'

const LIST = 'memorial/public_memorials'
const ACTIVE = 'promo/active'

beforeEach(() => {
  servePromotions([])
  servePublicMemorials([])
  serve('get', 'memories/all', { result: [], total: 0 })
})

afterEach(() => jest.restoreAllMocks())

function servePromotions(promotions: Promotion[]): void {
  serve('get', ACTIVE, { result: promotions })
}

function aPromotion(differences: Partial<Promotion> = {}): Promotion {
  return { id: 1, title: 'Табличка с QR-кодом', description: 'На камне.', image_url: null, link: null, ...differences }
}

function part(name: string) {
  return screen.queryByRole('region', { name })
}

function namesShown(): (string | null)[] {
  return within(part('Страницы памяти') ?? document.body)
    .getAllByRole('heading')
    .slice(1)
    .map((heading) => heading.textContent)
}

function queries(): Record<string, string>[] {
  return requestsTo('get', LIST).map(({ url }) => Object.fromEntries(new URL(url).searchParams))
}

describe('the opening', () => {
  it('says what this is, and quotes with the name of the author', async () => {
    openAt('/')

    expect(await screen.findByRole('heading', { level: 1 })).toBeVisible()
    const quote = screen.getByRole('blockquote')
    expect(quote).toHaveTextContent('Два чувства дивно близки нам')
    expect(quote.closest('figure')).toHaveTextContent('Александр Пушкин, 1830')
    const main = within(screen.getByRole('main'))
    expect(main.getByRole('link', { name: 'Мемориалы' })).toHaveAttribute('href', '/memorials')
  })
})

describe('promotions', () => {
  it('are shown with picture, words and the way to more', async () => {
    servePromotions([aPromotion({ image_url: '/promotions/quiet-place.svg', link: '/cooperation' })])
    openAt('/')

    const card = within(await screen.findByRole('article', { name: 'Табличка с QR-кодом' }))
    expect(part('Акции')).toBeVisible()
    expect(card.getByText('На камне.')).toBeVisible()
    expect(card.getByRole('presentation')).toHaveAttribute('src', '/promotions/quiet-place.svg')
    const link = card.getByRole('link', { name: 'Подробнее' })
    expect(link).toHaveAttribute('href', '/cooperation')
    expect(link).toHaveAccessibleDescription('Табличка с QR-кодом')
    expect(link).not.toHaveAttribute('target')
  })

  it('lead to another site in a new tab', async () => {
    servePromotions([aPromotion({ link: 'https://example.ru/aktsiya' })])
    openAt('/')

    const link = await screen.findByRole('link', { name: 'Подробнее (откроется в новой вкладке)' })
    expect(link).toHaveAttribute('href', 'https://example.ru/aktsiya')
    expect(link).toHaveAttribute('target', '_blank')
    expect(link).toHaveAttribute('rel', 'noopener')
  })

  it('need neither a picture nor a link', async () => {
    servePromotions([aPromotion()])
    openAt('/')

    const card = within(await screen.findByRole('article'))
    expect(card.queryByRole('presentation')).not.toBeInTheDocument()
    expect(card.queryByRole('link')).not.toBeInTheDocument()
  })

  it('lose a broken picture and nothing else', async () => {
    servePromotions([aPromotion({ image_url: '/promotions/gone.svg' })])
    openAt('/')

    const card = within(await screen.findByRole('article'))
    fireEvent.error(card.getByRole('presentation'))

    expect(card.queryByRole('presentation')).not.toBeInTheDocument()
    expect(card.getByText('На камне.')).toBeVisible()
  })

  it('are absent without a trace while they load and when there are none', async () => {
    const release = hold('get', ACTIVE)
    const { store } = openAt('/')
    await waitFor(() => expect(part('Страницы памяти')).not.toBeInTheDocument())
    await screen.findByRole('heading', { level: 1 })
    expect(part('Акции')).not.toBeInTheDocument()

    release()

    await waitFor(() => expect(JSON.stringify(store.getState())).toContain('"getPromotions(undefined)":{"status":"ful'))
    expect(part('Акции')).not.toBeInTheDocument()
  })

  it.each([
    ['a refusal', () => refuse('get', ACTIVE, 500)],
    ['a broken connection', () => disconnect('get', ACTIVE)],
  ])('are absent after %s, of which only the console of a development build hears', async (_what, arrange) => {
    jest.replaceProperty(process, 'env', { ...process.env, NODE_ENV: 'development' })
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined)
    arrange()
    openAt('/')

    await waitFor(() => expect(warn).toHaveBeenCalledWith('Ошибка загрузки акций'))
    expect(part('Акции')).not.toBeInTheDocument()
    expect(screen.queryByText(/Ошибка/)).not.toBeInTheDocument()
  })

  it('fail in silence in what is served to people', async () => {
    jest.replaceProperty(process, 'env', { ...process.env, NODE_ENV: 'production' })
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined)
    refuse('get', ACTIVE, 500)
    const { store } = openAt('/')

    await waitFor(() => expect(JSON.stringify(store.getState())).toContain('"getPromotions(undefined)":{"status":"rej'))
    expect(warn).not.toHaveBeenCalled()
  })
})

describe('what a page of memory holds', () => {
  const scrollIntoView = jest.fn()
  let behaviour: string[] = []

  beforeEach(() => {
    behaviour = []
    scrollIntoView.mockReset().mockImplementation(() => behaviour.push(document.documentElement.style.scrollBehavior))
    Object.defineProperty(window.HTMLElement.prototype, 'scrollIntoView', { configurable: true, value: scrollIntoView })
  })

  const FEATURES = [
    ['Биография', 'biography'],
    ['Фотографии, голос и видео', 'media'],
    ['Место на карте', 'burial'],
    ['QR-код', 'qr-code'],
    ['Приватность', 'privacy'],
    ['Слова памяти', 'words'],
    ['Хранение данных', 'storage'],
    ['Связь поколений', 'generations'],
  ] as const

  it('is told in eight cards and eight blocks, in the same order', async () => {
    openAt('/')
    const links = within(await screen.findByRole('navigation', { name: 'Возможности страницы памяти' }))

    expect(links.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual(
      FEATURES.map(([title, id]) => [title, `/#${id}`]),
    )
    const blocks = within(part('Что хранит страница памяти') as HTMLElement).getAllByRole('region')
    expect(blocks.map(({ id }) => id)).toEqual(FEATURES.map(([, id]) => id))
  })

  it.each(FEATURES)(
    'scrolls smoothly from the card «%s» to its block, and moves the focus there',
    async (title, id) => {
      const { user, router } = openAt('/')

      await user.click(await screen.findByRole('link', { name: title }))

      const block = screen.getByRole('region', { name: title })
      await waitFor(() => expect(block).toHaveFocus())
      expect(scrollIntoView.mock.contexts).toEqual([block])
      expect(behaviour).toEqual(['smooth'])
      expect(router.state.location.hash).toBe(`#${id}`)
      // Other ways of scrolling stay as they were.
      expect(document.documentElement.style.scrollBehavior).toBe('')
    },
  )

  it('goes there at once for whom motion troubles', async () => {
    const still = (query: string) => ({ matches: query === '(prefers-reduced-motion: reduce)' }) as MediaQueryList
    const { user } = openAt('/')
    const link = await screen.findByRole('link', { name: 'QR-код' })
    jest.spyOn(window, 'matchMedia').mockImplementation(still)

    await user.click(link)

    await waitFor(() => expect(screen.getByRole('region', { name: 'QR-код' })).toHaveFocus())
    expect(behaviour).toEqual([''])
  })

  it('lets a block be opened elsewhere, and stays where it is', async () => {
    const { user, router } = openAt('/')
    const link = await screen.findByRole('link', { name: 'QR-код' })

    await user.keyboard('{Control>}')
    await user.click(link)

    expect(document.documentElement.style.scrollBehavior).toBe('')
    expect(router.state.location.hash).toBe('')
  })

  it('begins at the block that a link from elsewhere names', async () => {
    openAt('/#words')

    await waitFor(() => expect(screen.getByRole('region', { name: 'Слова памяти' })).toHaveFocus())
    expect(scrollIntoView.mock.contexts).toContain(screen.getByRole('region', { name: 'Слова памяти' }))
    expect(behaviour).not.toContain('smooth')
  })
})

describe('four memorials by lot', () => {
  it('bring a page beforehand when a pointer rests on its card', async () => {
    servePublicMemorials(someMemorialCards(1))
    serve('get', 'memorial/1', aMemorial({ id: 1 }))
    openAt('/')

    enter(await screen.findByRole('article'), 'mouse')

    await waitFor(() => expect(requestsTo('get', 'memorial/1')).toHaveLength(1))
  })

  it('are drawn from a page at a random place, in two requests', async () => {
    servePublicMemorials(someMemorialCards(250))
    jest.spyOn(Math, 'random').mockReturnValue(0.5)
    openAt('/')

    expect(await screen.findByRole('heading', { name: /^Соколова-126 / })).toBeVisible()
    expect(namesShown()).toEqual([126, 125, 127, 124].map((number) => `Соколова-${number} Анна Петровна`))
    expect(queries()).toEqual([{ limit: '1' }, { offset: '75', limit: '100' }])
    expect(screen.getByRole('link', { name: 'Все мемориалы' })).toHaveAttribute('href', '/memorials')
  })

  it.each([
    [1, 1],
    [3, 2],
    [4, 2],
  ])('are all of them when there are %i, after %i requests', async (count, requestCount) => {
    servePublicMemorials(someMemorialCards(count))
    openAt('/')

    expect(await screen.findAllByRole('article')).toHaveLength(count)
    expect(new Set(namesShown()).size).toBe(count)
    expect(queries()).toHaveLength(requestCount)
  })

  it('stay the same while one goes and comes back', async () => {
    servePublicMemorials(someMemorialCards(90))
    const { router } = openAt('/')
    await screen.findAllByRole('article')
    const before = namesShown()

    await act(() => router.navigate('/no-such-page'))
    expect(await screen.findByRole('heading', { name: 'Страница не найдена' })).toBeVisible()
    await act(() => router.navigate(-1))

    expect(await screen.findAllByRole('article')).toHaveLength(4)
    expect(namesShown()).toEqual(before)
    expect(queries()).toHaveLength(2)
  })

  it('show the default photo in place of a broken one', async () => {
    servePublicMemorials([aMemorialCard({ photo_path: '/media/7/picture.jpg' })])
    openAt('/')

    const card = await screen.findByRole('article')
    fireEvent.error(within(card).getByRole('img'))
    fireEvent.error(within(card).getByRole('img'))
    expect(card.querySelector('img')).toHaveAttribute('src', '/default-photo.svg')
  })

  it('say that they are loading', async () => {
    servePublicMemorials(someMemorialCards(1))
    const release = hold('get', LIST)
    openAt('/')

    expect(await screen.findByText('Загрузка...')).toBeVisible()
    release()

    expect(await screen.findByRole('article')).toBeVisible()
    expect(screen.queryByText('Загрузка...')).not.toBeInTheDocument()
  })

  it.each([
    ['a refusal', () => refuse('get', LIST, 500)],
    ['a broken connection', () => disconnect('get', LIST)],
  ])('say that loading failed after %s, and load at a press', async (_what, arrange) => {
    arrange()
    const { user } = openAt('/')

    expect(await screen.findByText('Ошибка загрузки данных')).toBeVisible()
    expect(queries()).toHaveLength(1)
    servePublicMemorials(someMemorialCards(2))
    await user.click(screen.getByRole('button', { name: 'Повторить' }))

    expect(await screen.findAllByRole('article')).toHaveLength(2)
    expect(screen.queryByText('Ошибка загрузки данных')).not.toBeInTheDocument()
  })

  it('are no part of the page when there are none yet', async () => {
    openAt('/')

    await waitFor(() => expect(queries()).toHaveLength(1))
    await waitFor(() => expect(part('Страницы памяти')).not.toBeInTheDocument())
    expect(screen.queryByText('Загрузка...')).not.toBeInTheDocument()
  })
})

describe('the closing words', () => {
  const NAME = 'Сохраните память о близком человеке'

  it('tell how it goes and what it costs', async () => {
    openAt('/')

    const closing = within(await screen.findByRole('region', { name: NAME }))
    expect(closing.getByRole('link', { name: 'Как это работает' })).toHaveAttribute('href', '/how-it-works')
    expect(closing.getByRole('link', { name: 'Тарифы и цены' })).toHaveAttribute('href', '/tariffs')
  })

  it.each([
    ['a guest to an account first', undefined, '/register'],
    ['an account to the form', aUser(), '/memorials/create'],
  ])('lead %s', async (_who, as, address) => {
    openAt('/', { as })

    const closing = within(await screen.findByRole('region', { name: NAME }))
    const link = closing.getByRole('link', { name: 'Создать мемориал' })
    await waitFor(() => expect(link).toHaveAttribute('href', address))
  })
})
