import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { type Burial, readCoordinates } from '@contract/burial'
import { aBurial } from '@support/factories'
import { comeToMap, coordinates, editBurial, write } from './burial-place-of-owner'

const TOLD = aBurial({ id: 5, memorial_id: 7 })
const HERE = { name: 'Я сейчас здесь' }
const AT_CENTRE = { name: 'Поставить метку в центр карты' }

const pin = () => screen.findByTitle('Метка места захоронения: перетащите её или двигайте стрелками')
const map = () => screen.findByRole('application', { name: 'Карта: поставьте метку' })
const point = () => readCoordinates((coordinates() as HTMLInputElement).value) ?? { latitude: NaN, longitude: NaN }

async function editOnMap(burial: Burial | null) {
  const page = await editBurial(burial)
  await comeToMap()
  return page
}

/** What the device answers when it is asked where it is; jsdom's knows no places. */
function locate(getCurrentPosition: Geolocation['getCurrentPosition'] | undefined): void {
  Object.defineProperty(navigator, 'geolocation', {
    configurable: true,
    value: getCurrentPosition && { getCurrentPosition },
  })
}

afterEach(() => {
  Reflect.deleteProperty(navigator, 'geolocation')
})

describe('the mark', () => {
  it('follows the coordinates that are typed', async () => {
    await editOnMap(null)
    await map()
    expect(document.querySelector('.map-pin')).toBeNull()

    write(coordinates(), '56,8204 35,8312')
    expect(await pin()).toBeVisible()
    write(coordinates(), '56,8204 35,83x')
    await waitFor(() => expect(document.querySelector('.map-pin')).toBeNull())
  })

  it('is put by a press on the map', async () => {
    await editOnMap(null)

    fireEvent.click(await map())

    expect(await pin()).toBeVisible()
    expect(point()).toMatchObject({
      latitude: expect.closeTo(58, 1) as number,
      longitude: expect.closeTo(65, 1) as number,
    })
  })

  it('is put at the middle of the map, and taken away', async () => {
    const { user } = await editOnMap(null)
    await user.click(await screen.findByRole('button', AT_CENTRE))
    expect(coordinates()).toHaveValue('58, 65')
    expect(await pin()).toBeVisible()

    await user.click(screen.getByRole('button', { name: 'Убрать метку' }))
    expect(coordinates()).toHaveValue('')
    expect(document.querySelector('.map-pin')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Убрать метку' })).not.toBeInTheDocument()
    expect(screen.getByRole('button', HERE)).toHaveFocus()
  })

  it('is moved by the arrow keys and keeps the focus', async () => {
    await editOnMap(TOLD)
    const mark = await pin()
    const start = point()
    act(() => mark.focus())

    fireEvent.keyDown(mark, { key: 'ArrowUp' })
    await waitFor(() => expect(point().latitude).toBeGreaterThan(start.latitude))
    expect(point().longitude).toBeCloseTo(start.longitude, 5)
    const small = point().latitude - start.latitude

    fireEvent.keyDown(mark, { key: 'ArrowRight' })
    await waitFor(() => expect(point().longitude).toBeGreaterThan(start.longitude))
    const before = point()
    fireEvent.keyDown(mark, { key: 'ArrowDown', shiftKey: true })
    await waitFor(() => expect(before.latitude - point().latitude).toBeGreaterThan(small * 4))
    expect(mark).toHaveFocus()
    expect(fireEvent.keyDown(mark, { key: 'Tab' })).toBe(true)
  })
})

describe('«Я сейчас здесь»', () => {
  it('says that it looks, then puts the mark and tells how exact it is', async () => {
    let answer: PositionCallback = () => undefined
    const asked = jest.fn((found: PositionCallback) => void (answer = found))
    locate(asked)
    const { user } = await editOnMap(null)

    await user.click(screen.getByRole('button', HERE))
    expect(await screen.findByText('Определяем, где вы находитесь...')).toBeVisible()
    await user.click(screen.getByRole('button', HERE))
    expect(asked).toHaveBeenCalledTimes(1)
    const coords = { latitude: 56.82041234, longitude: 35.8312, accuracy: 11.6 } as GeolocationCoordinates
    act(() => answer({ coords } as GeolocationPosition))

    expect(
      await screen.findByText('Место определено с точностью до 12 метров. Если метка стоит не там, подвиньте её.'),
    ).toBeVisible()
    expect(coordinates()).toHaveValue('56.820412, 35.8312')
    expect(await pin()).toBeVisible()
  })

  it.each([
    ['refused', 1, /^Браузер не разрешил узнать, где вы находитесь/],
    ['unavailable', 2, /^Не удалось определить, где вы находитесь/],
    ['too slow', 3, /^Не удалось вовремя определить, где вы находитесь/],
  ])('says that it was %s, and may be tried again', async (_how, code, message) => {
    locate((_found, failed) => failed?.({ code } as GeolocationPositionError))
    const { user } = await editOnMap(null)

    await user.click(screen.getByRole('button', HERE))

    expect(await screen.findByText(message)).toBeVisible()
    expect(screen.getByRole('button', HERE)).toHaveAttribute('aria-disabled', 'false')
    expect(coordinates()).toHaveValue('')
  })

  it('says so where the browser cannot tell', async () => {
    const { user } = await editOnMap(null)
    await user.click(screen.getByRole('button', HERE))
    expect(await screen.findByText(/^Не удалось определить, где вы находитесь/)).toBeVisible()
  })
})
