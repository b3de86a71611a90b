import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { Tariff } from '@contract/catalogue'
import { openAt } from '@support/render'
import { openPage } from '@support/section'
import { disconnect, hold, refuse, requestsTo, serve, servePublicMemorials } from '@support/server'

const TARIFFS = 'tariffs/'

function aTariff(differences: Partial<Tariff> = {}): Tariff {
  return {
    id: 1,
    type: 'base',
    title: 'Страница памяти',
    description: 'Всё, что нужно для начала.',
    features: ['Биография', 'QR-код'],
    storage_limit: 0,
    price: 990,
    ...differences,
  }
}

function serveTariffs(...tariffs: Tariff[]): void {
  serve('get', TARIFFS, { result: tariffs })
}

it('says that tariffs are loading, then shows each as a card under one heading', async () => {
  serveTariffs(aTariff(), aTariff({ id: 2, title: 'Семейный архив' }))
  const release = hold('get', TARIFFS)
  openAt('/tariffs')

  expect(await screen.findByText('Загрузка тарифов...')).toBeVisible()
  release()

  expect(await screen.findAllByRole('article')).toHaveLength(2)
  expect(screen.queryByText('Загрузка тарифов...')).not.toBeInTheDocument()
  expect(screen.getByRole('heading', { level: 1, name: 'Тарифы и цены' })).toBeVisible()
  await waitFor(() => expect(document.title).toBe('Тарифы и цены — Помним'))
})

it.each([
  ['a refusal', () => refuse('get', TARIFFS, 500)],
  ['a broken connection', () => disconnect('get', TARIFFS)],
])('says that loading failed after %s, and tries again at a press', async (_what, arrange) => {
  arrange()
  const { user } = openPage('/tariffs')
  expect(await screen.findByText('Не удалось загрузить тарифы. Попробуйте позже.')).toBeVisible()
  expect(requestsTo('get', TARIFFS)).toHaveLength(1)

  serveTariffs(aTariff())
  await user.click(screen.getByRole('button', { name: 'Повторить' }))
  expect(await screen.findByRole('article')).toBeVisible()
})

it('keeps the focus on the page while it tries again', async () => {
  refuse('get', TARIFFS, 500)
  const { user } = openPage('/tariffs')
  const retry = await screen.findByRole('button', { name: 'Повторить' })
  serveTariffs(aTariff())
  const release = hold('get', TARIFFS)

  await user.click(retry)

  expect(await screen.findByText('Загрузка тарифов...')).toBeVisible()
  expect(screen.getByRole('main')).toHaveFocus()
  release()
  expect(await screen.findByRole('article')).toBeVisible()
  expect(screen.getByRole('main')).toHaveFocus()
})

it('says so when there are none, and whom to ask', async () => {
  serveTariffs()
  openPage('/tariffs')

  expect(await screen.findByText('Тарифы пока не добавлены.')).toBeVisible()
  expect(screen.getByRole('link', { name: /в мессенджере/ })).toBeVisible()
})

describe('a tariff', () => {
  it('wears the badge of its type', async () => {
    const badges = { base: 'Базовый', advanced: 'Продвинутый', upgrade: 'Улучшение', storage: 'Расширение' }
    const types = Object.keys(badges) as (keyof typeof badges)[]
    serveTariffs(...types.map((type, id) => aTariff({ id, type })))
    openPage('/tariffs')

    const cards = await screen.findAllByRole('article')
    expect(cards).toHaveLength(types.length)
    types.forEach((type, index) => {
      expect(within(cards[index] as HTMLElement).getByText(badges[type])).toBeVisible()
    })
  })

  it('shows title, description and what is in it', async () => {
    serveTariffs(aTariff())
    openPage('/tariffs')

    const card = within(await screen.findByRole('article', { name: 'Страница памяти' }))
    expect(card.getByRole('heading', { level: 2, name: 'Страница памяти' })).toBeVisible()
    expect(card.getByText('Всё, что нужно для начала.')).toBeVisible()
    expect(card.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['Биография', 'QR-код'])
  })

  it('has no list where nothing is in it', async () => {
    serveTariffs(aTariff({ features: [] }))
    openPage('/tariffs')

    expect(within(await screen.findByRole('article')).queryByRole('list')).not.toBeInTheDocument()
  })

  it('names its storage in megabytes only when it has some', async () => {
    serveTariffs(aTariff({ storage_limit: 0 }), aTariff({ id: 2, storage_limit: 1024 }))
    openPage('/tariffs')

    const [without, withStorage] = (await screen.findAllByRole('article')).map((card) => within(card))
    expect(without?.queryByText(/МБ/)).not.toBeInTheDocument()
    expect(withStorage?.getByText('Хранилище: 1024 МБ')).toBeVisible()
  })

  it('says what it costs', async () => {
    const prices = [
      [2490, '2 490 ₽'],
      [99.5, '99,50 ₽'],
      [0, '0 ₽'],
    ] as const
    serveTariffs(...prices.map(([price], id) => aTariff({ id, price })))
    openPage('/tariffs')

    const cards = await screen.findAllByRole('article')
    expect(cards).toHaveLength(prices.length)
    prices.forEach(([, words], index) => {
      expect(within(cards[index] as HTMLElement).getByText(words)).toBeVisible()
    })
  })

  it('cannot be bought yet, and says why under a pointer', async () => {
    serveTariffs(aTariff())
    const { user } = openPage('/tariffs')
    const button = await screen.findByRole('button', { name: 'Купить (скоро)' })

    expect(button).toHaveAttribute('aria-disabled', 'true')
    await user.hover(button)
    expect(await screen.findByRole('tooltip')).toHaveTextContent('Скоро будет доступно')
    expect(button).toHaveAccessibleName('Купить (скоро)')
    await waitFor(() => expect(button).toHaveAccessibleDescription('Скоро будет доступно'))
  })

  it('says why to a keyboard too', async () => {
    serveTariffs(aTariff())
    const { user } = openPage('/tariffs')
    const button = await screen.findByRole('button', { name: 'Купить (скоро)' })

    while (document.activeElement !== button) await user.tab()

    expect(await screen.findByRole('tooltip')).toHaveTextContent('Скоро будет доступно')
  })

  it('says why to a finger too', async () => {
    serveTariffs(aTariff())
    openPage('/tariffs')

    fireEvent.touchStart(await screen.findByRole('button', { name: 'Купить (скоро)' }))

    // At once: nobody presses for long to learn something.
    expect(await screen.findByRole('tooltip', undefined, { timeout: 500 })).toHaveTextContent('Скоро будет доступно')
  })
})

it('says that payment comes later, and whom to ask until then', async () => {
  serveTariffs(aTariff())
  openPage('/tariffs', { settings: { supportMessengerUrl: 'https://t.me/help_example' } })

  const note = within(await screen.findByRole('complementary', { name: 'Об оплате' }))
  expect(note.getByText(/Оплата и подключение тарифов появятся в следующих обновлениях/)).toBeVisible()
  const messenger = note.getByRole('link', { name: /мессенджере/ })
  expect(messenger).toHaveAttribute('href', 'https://t.me/help_example')
  expect(messenger).toHaveAttribute('target', '_blank')
  expect(messenger).toHaveAttribute('rel', expect.stringContaining('noopener'))
  expect(note.getByRole('link', { name: 'Сотрудничающие организации' })).toHaveAttribute('href', '/cooperation')
})

it.each([
  [{ freeNote: 'Пока бесплатно.', isAdvancedFree: true }, ['Сейчас бесплатно.', 'Один сейчас бесплатно.']],
  [{ freeNote: 'Пока бесплатно.', isAdvancedFree: false }, ['Сейчас бесплатно.']],
  [{ freeNote: '', isAdvancedFree: true }, []],
])('says next to prices what is not asked for now, and that it stays (%j)', async (settings, notes) => {
  serveTariffs(
    aTariff(),
    aTariff({ id: 2, type: 'advanced' }),
    aTariff({ id: 3, type: 'upgrade' }),
    aTariff({ id: 4, type: 'storage' }),
  )
  openPage('/tariffs', { settings })

  expect(await screen.findAllByRole('button', { name: 'Купить (скоро)' })).toHaveLength(4)
  const shown = screen.queryAllByText(/останется\.$/).map(({ textContent }) => textContent.replace(/\s/g, ' '))
  expect(shown).toEqual(notes.map((note) => `${note} То, что вы создадите, останется.`))
})

it.each(['/', '/tariffs', '/register'])('%s says what costs nothing now, as the operator words it', async (path) => {
  serve('get', 'promo/active', { result: [] })
  servePublicMemorials([])
  serveTariffs()
  openPage(path, { settings: { freeNote: 'Первый год бесплатно.' } })

  expect(await screen.findByText('Первый год бесплатно.')).toBeVisible()
})
