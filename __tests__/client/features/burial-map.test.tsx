import { fireEvent, screen, waitFor } from '@testing-library/react'
import { routesTo } from '@client/features/memorial/burial/BurialPlace'
import { aBurial, aMemorial } from '@support/factories'
import { withCanvas } from '@support/canvas'
import { openAt } from '@support/render'
import { serveBurial, serveMemorial } from '@support/server'
import { comeToMap } from './burial-place-of-owner'

const MAP = { name: 'Карта места захоронения' }
const MISSING = 'Карта не загрузилась. Координаты указаны выше.'

async function open(burial = aBurial({ memorial_id: 7 }), settings = {}) {
  serveMemorial(aMemorial({ id: 7 }))
  serveBurial(burial)
  const page = openAt('/memorials/7', { settings })
  if (burial.burial_coordinates) await comeToMap()
  return page
}

const EVERYWHERE = ['Яндекс Карты', '2ГИС', 'Google Карты']

const tiles = () => [...document.querySelectorAll('.leaflet-tile')]

describe('the map of a grave', () => {
  it('shows a mark that a visitor cannot move, and squares from our own server', async () => {
    await open()

    const map = await screen.findByRole('application', MAP)
    expect(map).toHaveAttribute('tabindex', '0')
    expect(document.querySelectorAll('.map-pin')).toHaveLength(1)
    expect(screen.queryByTitle(/перетащите/)).not.toBeInTheDocument()
    expect(tiles().length).toBeGreaterThan(0)
    for (const tile of tiles()) expect(tile.getAttribute('src')).toMatch(/^\/tiles\/16\/\d+\/\d+\.png$/)
  })

  it('is zoomed by buttons with Russian names', async () => {
    const { user } = await open()

    await user.click(await screen.findByRole('button', { name: 'Приблизить' }))
    await waitFor(() => expect(tiles().some((tile) => tile.getAttribute('src')?.startsWith('/tiles/17/'))).toBe(true))
    expect(screen.getByRole('button', { name: 'Отдалить' })).toBeVisible()
  })

  it('names those whose map it is, in the words of the installation', async () => {
    await open(undefined, { mapAttribution: '© Другая карта', mapAttributionUrl: 'https://map.example/license' })

    const link = await screen.findByRole('link', { name: '© Другая карта' })
    expect(link).toHaveAttribute('href', 'https://map.example/license')
  })

  it('is not there without coordinates', async () => {
    await open(aBurial({ memorial_id: 7, burial_coordinates: null }))

    expect(await screen.findByText('Тверь, Дмитрово-Черкасское кладбище, участок 12')).toBeVisible()
    expect(screen.queryByRole('application')).not.toBeInTheDocument()
    expect(screen.queryByText('Загрузка карты...')).not.toBeInTheDocument()
    expect(screen.queryByText('Проложить маршрут')).not.toBeInTheDocument()
  })

  it('says quietly that its squares don’t come, and keeps the mark on the outline of the country', async () => {
    withCanvas()
    await open()
    await screen.findByRole('application', MAP)

    for (const tile of tiles()) fireEvent.error(tile)

    expect(await screen.findByText(`${MISSING} Пока видно только, в какой части страны это место.`)).toBeVisible()
    // Leaflet draws it a moment later.
    expect(await screen.findByText('Москва')).toBeInTheDocument()
    expect(document.querySelectorAll('.map-pin')).toHaveLength(1)
  })

  it('says nothing of a single square that is missing', async () => {
    const { user } = await open()
    await screen.findByRole('application', MAP)
    for (const tile of tiles()) fireEvent.load(tile)

    await user.click(screen.getByRole('button', { name: 'Приблизить' }))
    await waitFor(() => expect(tiles().some((tile) => tile.getAttribute('src')?.startsWith('/tiles/17/'))).toBe(true))
    for (const tile of tiles()) fireEvent.error(tile)

    expect(screen.queryByText(MISSING)).not.toBeInTheDocument()
  })

  it('lets the page scroll on: the wheel is the map’s only with Ctrl, or once the map is in use', async () => {
    await open()
    const map = await screen.findByRole('application', MAP)
    const heard = jest.fn()
    map.addEventListener('wheel', heard)
    const turn = (how = {}) => fireEvent.wheel(map.firstElementChild ?? map, { deltaY: 100, ...how })

    turn()
    expect(heard).not.toHaveBeenCalled()
    turn({ ctrlKey: true })
    expect(heard).toHaveBeenCalledTimes(1)
    fireEvent.click(map)
    turn()
    expect(heard).toHaveBeenCalledTimes(2)
    fireEvent.mouseLeave(map)
    turn()
    expect(heard).toHaveBeenCalledTimes(2)
    // Leaflet zooms a moment later, and minds when the map is gone by then.
    await waitFor(() => expect(tiles().some((tile) => !tile.getAttribute('src')?.startsWith('/tiles/16/'))).toBe(true))
  })

  it.each([
    ['a computer', 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140', EVERYWHERE],
    ['an iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Mobile', [...EVERYWHERE, 'Apple Карты']],
    ['an Android phone', 'Mozilla/5.0 (Linux; Android 15) Mobile', [...EVERYWHERE, 'Другое приложение']],
  ])('shows the way in the apps of %s', async (_device, userAgent, apps) => {
    const agent = jest.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)
    const { user } = await open()
    await user.click(await screen.findByText('Проложить маршрут'))
    const list = screen.getByText('Проложить маршрут').closest('details')
    expect([...(list?.querySelectorAll('a') ?? [])].map((link) => link.textContent)).toEqual(apps)
    agent.mockRestore()
  })

  it.each([
    ['apple', 'Яндекс Карты', 'https://yandex.ru/maps/?rtext=~56.8,35.9&rtt=auto'],
    ['apple', '2ГИС', 'https://2gis.ru/routeSearch/rsType/car/to/35.9,56.8'],
    ['apple', 'Google Карты', 'https://www.google.com/maps/dir/?api=1&destination=56.8,35.9'],
    ['apple', 'Apple Карты', 'https://maps.apple.com/?daddr=56.8,35.9'],
    ['android', 'Другое приложение', 'geo:56.8,35.9?q=56.8,35.9'],
  ] as const)('on %s, %s gets the place in its own order', (platform, label, href) => {
    const routes = routesTo({ latitude: 56.8, longitude: 35.9 }, platform)
    expect(routes.find((route) => route.label === label)).toEqual({ label, href })
  })
})
