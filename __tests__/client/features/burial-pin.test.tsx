import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import type { Burial } from '@contract/burial'
import { readCoordinates } from '@contract/coordinates'
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
function locate(watchPosition: Geolocation['watchPosition'] | undefined): void {
  Object.defineProperty(navigator, 'geolocation', {
    configurable: true,
    value: watchPosition && { watchPosition, clearWatch: ended },
  })
}

const ended = jest.fn()
const fix = (latitude: number, longitude: number, accuracy: number) =>
  ({ coords: { latitude, longitude, accuracy } }) as GeolocationPosition

/** Formik looks at a value a moment after it was set. */
async function tell(answer: PositionCallback, position: GeolocationPosition): Promise<void> {
  await act(() => {
    answer(position)
    return Promise.resolve()
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
  it('says that it looks, averages while one stands still, and tells how exact it is', async () => {
    let answer: PositionCallback = () => undefined
    const asked = jest.fn((found: PositionCallback) => {
      answer = found
      return 5
    })
    locate(asked)
    const { user } = await editOnMap(null)

    await user.click(screen.getByRole('button', HERE))
    expect(await screen.findByText('Определяем, где вы находитесь...')).toBeVisible()
    await user.click(screen.getByRole('button', HERE))
    expect(asked).toHaveBeenCalledTimes(1)
    await tell(answer, fix(56.8204, 35.8312, 11.6))
    expect(await screen.findByText('Постойте на месте: уточняем. Сейчас точность до 12 метров.')).toBeVisible()
    await tell(answer, fix(56.8205, 35.8312, 11.6))
    await tell(answer, fix(56.82041234, 35.8312, 5))
    expect(coordinates()).toHaveValue('56.8204225, 35.8312')

    await user.click(screen.getByRole('button', { name: 'Достаточно' }))
    expect(
      await screen.findByText('Место определено с точностью до 5 метров. Если метка стоит не там, подвиньте её.'),
    ).toBeVisible()
    expect(ended).toHaveBeenCalledWith(5)
    await tell(answer, fix(10, 10, 1))
    expect(coordinates()).toHaveValue('56.8204225, 35.8312')
    expect(await pin()).toBeVisible()
  })

  it('begins anew where one has walked on', async () => {
    let answer: PositionCallback = () => undefined
    locate((found) => {
      answer = found
      return 5
    })
    const { user } = await editOnMap(null)
    await user.click(screen.getByRole('button', HERE))
    await tell(answer, fix(56.8204, 35.8312, 8))
    await tell(answer, fix(56.8304, 35.8312, 8))
    expect(coordinates()).toHaveValue('56.8304, 35.8312')
  })

  it('may be called off before anything was found', async () => {
    locate(() => 6)
    const { user } = await editOnMap(null)
    await user.click(screen.getByRole('button', HERE))
    await user.click(screen.getByRole('button', { name: 'Не определять' }))
    expect(ended).toHaveBeenCalledWith(6)
    expect(coordinates()).toHaveValue('')
    expect(screen.queryByText('Определяем, где вы находитесь...')).not.toBeInTheDocument()
  })

  it('says when it is only a guess', async () => {
    locate((found) => {
      found(fix(56.8, 35.8, 3000))
      return 7
    })
    const { user } = await editOnMap(null)
    await user.click(screen.getByRole('button', HERE))
    await user.click(screen.getByRole('button', { name: 'Достаточно' }))
    expect(await screen.findByText(/^Место определено лишь с точностью до 3000 метров/)).toBeVisible()
  })

  it.each([
    ['refused', 1, /^Браузер не разрешил узнать, где вы находитесь/],
    ['unavailable', 2, /^Не удалось определить, где вы находитесь/],
    ['too slow', 3, /^Не удалось вовремя определить, где вы находитесь/],
  ])('says that it was %s, and may be tried again', async (_how, code, message) => {
    locate((_found, failed) => {
      queueMicrotask(() => failed?.({ code } as GeolocationPositionError))
      return 8
    })
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
