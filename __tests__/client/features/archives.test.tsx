import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { ADVANCED, BASIC } from '@contract/memorial'
import { aMemorial, anArchiveItem } from '@support/factories'
import { openAt } from '@support/render'
import { keepEverythingInView } from '@support/intersection-observer'
import { archiveList, refuse, requestsTo, serveArchive, serveMemorial } from '@support/server'

const memorial = aMemorial({ id: 7, user_id: 2, profile_rate: ADVANCED })

const section = (name: string) => screen.findByRole('region', { name })

describe('the archives of an advanced memorial', () => {
  it('stand in order, with the photos also under the name', async () => {
    serveMemorial(memorial)
    serveArchive(
      'photo',
      7,
      [1, 2, 3].map((id) => anArchiveItem({ id, description: `У реки ${id}` })),
    )
    serveArchive('audio', 7, [anArchiveItem({ description: 'Колыбельная' })])
    serveArchive('video', 7, [anArchiveItem({ description: 'Свадьба' })])
    openAt('/memorials/7')

    await section('Видео')
    const titles = (await screen.findAllByRole('heading', { level: 2 })).map(({ textContent }) => textContent)
    expect(titles.filter((title) => ['Фотографии', 'Аудио', 'Видео'].includes(title))).toEqual([
      'Фотографии',
      'Аудио',
      'Видео',
    ])
    expect(await screen.findByRole('button', { name: 'У реки 1' })).toHaveAttribute('href', '/media/1/picture.jpg')
    const strip = screen.getByRole('link', { name: /^3\sфотографии$/ })
    expect(strip).toHaveAttribute('href', `#${(await section('Фотографии')).id}`)
  })

  it('are not there as long as they hold nothing', async () => {
    serveMemorial(memorial)
    serveArchive('audio', 7, [anArchiveItem({ description: 'Колыбельная' })])
    openAt('/memorials/7')

    await section('Аудио')
    expect(screen.queryByRole('region', { name: 'Видео' })).not.toBeInTheDocument()
    expect(screen.queryByRole('region', { name: 'Фотографии' })).not.toBeInTheDocument()
    expect(screen.queryByRole('link', { name: /фотограф/ })).not.toBeInTheDocument()
  })

  it.each([
    ['at a press', () => fireEvent.click(screen.getByRole('link', { name: /^Показать все 30\sфотографий$/ }))],
    ['when the page is to be printed', () => fireEvent(window, new Event('beforeprint'))],
  ])('show the first photos, and the others %s', async (_when, ask) => {
    serveMemorial(memorial)
    serveArchive(
      'photo',
      7,
      Array.from({ length: 30 }, (_nothing, index) => anArchiveItem({ id: index + 1 })),
    )
    openAt('/memorials/7')
    expect(await screen.findByRole('button', { name: 'Фотография 24' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Фотография 25' })).not.toBeInTheDocument()

    ask()

    expect(await screen.findByRole('button', { name: 'Фотография 30' })).toBeVisible()
    expect(screen.queryByRole('link', { name: /^Показать все/ })).not.toBeInTheDocument()
  })

  it('are neither shown nor asked for on a basic one', async () => {
    keepEverythingInView()
    serveMemorial({ ...memorial, profile_rate: BASIC })
    openAt('/memorials/7')

    expect(await screen.findByText(/доступны на тарифе «Продвинутый»/)).toBeVisible()
    expect(screen.queryByRole('region', { name: 'Фотографии' })).not.toBeInTheDocument()
    expect(requestsTo('get', archiveList('photo', 7))).toHaveLength(0)
  })

  it('that fail to load can be asked for again, one without the others', async () => {
    keepEverythingInView()
    serveMemorial(memorial)
    refuse('get', archiveList('photo', 7), 500)
    const { user } = openAt('/memorials/7')

    expect(await screen.findByText('Не удалось загрузить фотографии.')).toBeVisible()
    serveArchive('photo', 7, [anArchiveItem({ description: 'У реки' })])
    await user.click(screen.getByRole('button', { name: 'Повторить' }))

    expect(await screen.findByRole('button', { name: 'У реки' })).toBeVisible()
    expect(requestsTo('get', archiveList('audio', 7))).toHaveLength(1)
  })
})

describe('photos', () => {
  const lightbox = () => screen.findByRole('dialog', { name: 'Просмотр фотографий' })
  const photos = [
    anArchiveItem({ id: 1, description: 'У реки' }),
    anArchiveItem({ id: 2 }),
    anArchiveItem({ id: 3, description: 'Свадьба' }),
  ]

  beforeEach(() => {
    keepEverythingInView()
    serveMemorial(memorial)
    serveArchive('photo', 7, photos)
  })

  it('open large at a press, go on by arrow keys, and Escape gives the focus back to the thumbnail', async () => {
    const { user } = openAt('/memorials/7')
    const thumbnail = await screen.findByRole('button', { name: 'У реки' })
    expect(screen.getByRole('button', { name: 'Фотография 2' })).toBeVisible()

    await user.click(thumbnail)
    expect(within(await lightbox()).getByText('У реки')).toBeVisible()
    expect(within(await lightbox()).getByText('1 из 3')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Закрыть' })).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Следующая фотография' })).toBeEnabled()

    await user.keyboard('{ArrowRight}{ArrowRight}')
    expect(await within(await lightbox()).findByText('3 из 3')).toBeVisible()
    expect(within(await lightbox()).getByText('Свадьба')).toBeVisible()

    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Закрыть' })).not.toBeInTheDocument())
    expect(thumbnail).toHaveFocus()
  })

  it('close by Back, which keeps the page, and open again by Forward', async () => {
    const { user, router, address } = openAt('/memorials/7', { history: ['/memorials'] })
    const thumbnail = await screen.findByRole('button', { name: 'Свадьба' })
    await user.click(thumbnail)
    await screen.findByRole('dialog', { name: 'Просмотр фотографий' })

    await act(() => router.navigate(-1))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(address()).toBe('/memorials/7')
    expect(thumbnail).toHaveFocus()

    await act(() => router.navigate(1))
    expect(within(await lightbox()).getByText('Свадьба')).toBeVisible()
  })

  it('go on by a swipe, each with its whole caption below the picture', async () => {
    const caption = 'Мы ездили на реку каждое лето. '.repeat(20).trim()
    serveArchive('photo', 7, [
      anArchiveItem({ id: 1, description: 'У реки' }),
      anArchiveItem({ id: 2, description: caption, date_text: '1956' }),
      anArchiveItem({ id: 3 }),
    ])
    const { user } = openAt('/memorials/7')
    await user.click(await screen.findByRole('button', { name: 'У реки' }))
    const dialog = within(await lightbox())

    swipeLeft(dialog.getByText('У реки').closest('.yarl__container') as HTMLElement)

    expect(await dialog.findByText('2 из 3')).toBeVisible()
    const shown = await dialog.findByText(
      (_text, element) =>
        element?.tagName === 'P' && element.textContent.replaceAll('\u00a0', ' ').startsWith(`${caption}1956`),
    )
    expect(getComputedStyle(shown).position).not.toBe('absolute')
    expect(getComputedStyle(shown).webkitLineClamp).toBeFalsy()
    expect(shown.previousElementSibling?.querySelector('img')).toBeTruthy()
  })

  it('have their captions below them, and screen readers find each text once', async () => {
    openAt('/memorials/7')
    await screen.findByRole('button', { name: 'Свадьба' })

    expect(screen.getByText('Свадьба')).toBeVisible()
    expect(screen.getByText('Свадьба')).toHaveAttribute('aria-hidden', 'true')
  })

  it('have when and who below their captions, in the album and large', async () => {
    serveArchive('photo', 7, [
      anArchiveItem({ id: 1, description: 'У реки', date_text: 'лето 1956', people: 'Мария' }),
      anArchiveItem({ id: 2, people: 'Иван' }),
    ])
    const { user } = openAt('/memorials/7')

    expect(await screen.findByText('лето 1956 · Мария')).toBeVisible()
    expect(screen.getByText('Иван')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'У реки' }))
    expect(within(await lightbox()).getByText('лето 1956 · Мария')).toBeVisible()
  })

  it('stand in their own proportions, which nothing cuts', async () => {
    serveArchive('photo', 7, [anArchiveItem({ id: 1, width: 1600, height: 900, description: 'У реки' })])
    openAt('/memorials/7')

    const photo = await screen.findByRole('button', { name: 'У реки' })
    expect(photo.closest('li')).toHaveAttribute('data-shape')
    expect(photo.querySelector('[data-frame]')).toHaveAttribute('data-frame', 'whole')
  })

  it('load when they come near, in a small size', async () => {
    openAt('/memorials/7')

    const picture = (await screen.findByRole('button', { name: 'У реки' })).querySelector('img')
    expect(picture).toHaveAttribute('loading', 'lazy')
    expect(picture?.srcset).toContain('/media/1/320.webp 320w')
  })

  it('whose addresses have expired get new ones, once', async () => {
    openAt('/memorials/7')
    const [first, second] = (await screen.findAllByRole('button', { name: /У реки|Фотография 2/ })).map((button) =>
      button.querySelector('img'),
    )
    serveArchive('photo', 7, [
      anArchiveItem({ id: 1, file_path: '/media/1/picture.jpg?expires=2', description: 'У реки' }),
    ])

    if (first) fireEvent.error(first)
    if (second) fireEvent.error(second)

    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'У реки' }).querySelector('img')).toHaveAttribute(
        'src',
        '/media/1/picture.jpg?expires=2',
      ),
    )
    expect(requestsTo('get', archiveList('photo', 7))).toHaveLength(2)
  })
})

/** Over most of a phone's width. jsdom has no pointers of its own. */
function swipeLeft(element: HTMLElement): void {
  const point = (type: string, clientX: number) => {
    const event = new MouseEvent(type, { bubbles: true, clientX, clientY: 300, buttons: 1 })
    act(() => void element.dispatchEvent(Object.assign(event, { pointerId: 1, pointerType: 'touch', isPrimary: true })))
  }
  point('pointerdown', 350)
  for (const x of [300, 200, 100, 20]) point('pointermove', x)
  point('pointerup', 20)
}
