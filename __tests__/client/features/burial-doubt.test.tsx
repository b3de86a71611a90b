import { fireEvent, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { COUNTRIES_PATH } from '@contract/paths'
import { CITIES } from '@client/features/memorial/burial/CountryOutline'
import { doubtAbout } from '@client/features/memorial/burial/place-doubt'
import { withCanvas } from '@support/canvas'
import { aBurial } from '@support/factories'
import { server } from '@support/server'
import { comeToMap, coordinates, editBurial, write } from './burial-place-of-owner'

const at = (latitude: number, longitude: number) => ({ latitude, longitude })

describe('a mark is doubted', () => {
  it.each([
    ['the Black Sea', at(43.5, 34)],
    ['the Caspian Sea', at(42, 50.5)],
    ['the Sea of Azov', at(46, 36.4)],
    ['the Barents Sea', at(73, 40)],
    ['the Pacific', at(0, -150)],
  ])('in %s', async (_sea, point) => {
    expect((await doubtAbout(point, ''))?.question).toMatch(/^Метка стоит в море/)
  })

  it.each(['Москва, улица Чехова', 'г. Чехов', 'Китай-город', 'Литвино', 'СНТ Сирень', 'Россия, Грузино', 'СШ 3'])(
    'in no other country because of «%s»',
    async (address) => expect(await doubtAbout(at(55.75, 37.62), address)).toBeUndefined(),
  )

  it.each([
    [at(51.1, 71.4), '', /не в России, а в другой стране: Казахстан/],
    [at(51.1, 71.4), 'Минск, Беларусь', /не там, где по адресу \(Беларусь\), а в другой стране: Казахстан/],
    [at(55.75, 37.62), 'Республика Беларусь, Минск', /а в другой стране: Россия/],
    [at(55.75, 37.62), 'Прага, в Чехии', /не там, где по адресу \(Чехия\)/],
  ])('in another country than the address names: %j, %p', async (point, address, question) => {
    expect((await doubtAbout(point, address))?.question).toMatch(question)
  })

  it('with latitude and longitude the other way round, and the right way is offered', async () => {
    expect(await doubtAbout(at(37.6173, 55.7558), 'Москва')).toMatchObject({ swapped: at(55.7558, 37.6173) })
    expect(await doubtAbout(at(43.5, 34), 'Сочи')).not.toHaveProperty('swapped')
  })
})

describe('a mark is not doubted', () => {
  it('in any city of ours', async () => {
    const doubts = await Promise.all(CITIES.map(async (city) => [city.name, await doubtAbout(city, '')]))
    expect(doubts.filter(([, doubt]) => doubt !== undefined)).toEqual([])
  })

  it.each([
    ['on the shore', at(43.58, 39.71), 'Сочи'],
    ['on Kronstadt’s island', at(59.99, 29.77), 'Кронштадт'],
    ['beyond the date line', at(66.17, -170.5), 'Чукотка'],
    ['in the country of the address', at(51.1, 71.4), 'Казахстан, Астана'],
    ['in a country in another case', at(53.9, 27.5), 'Похоронен в Беларуси'],
    ['in a country by its other word', at(53.9, 27.5), 'Белоруссия, Минск'],
  ])('%s', async (_where, point, address) => {
    expect(await doubtAbout(point, address)).toBeUndefined()
  })
})

it('the form asks back, changes the two about, and is answered', async () => {
  const { user } = await editBurial(aBurial({ memorial_id: 7, burial_coordinates: null }))
  await user.click(coordinates())
  await user.paste('37.6173, 55.7558')

  await user.click(await screen.findByRole('button', { name: 'Поменять широту и долготу местами' }))
  expect(coordinates()).toHaveValue('55.7558, 37.6173')
  await waitFor(() => expect(screen.queryByText(/^Метка стоит/)).not.toBeInTheDocument())

  await user.clear(coordinates())
  await user.paste('43.5, 34')
  expect(await screen.findByText(/^Метка стоит в море/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Всё верно' }))
  expect(screen.queryByText(/^Метка стоит/)).not.toBeInTheDocument()
})

it('a map without tiles shows the country and its cities', async () => {
  withCanvas()
  await editBurial(aBurial({ memorial_id: 7 }))
  await comeToMap()
  await screen.findByRole('application')
  for (const tile of document.querySelectorAll('.leaflet-tile')) fireEvent.error(tile)

  expect(await screen.findByText(/Пока видно только, в какой части страны это место/)).toBeVisible()
  // Leaflet draws it a moment later.
  expect(await screen.findByText('Москва')).toBeInTheDocument()
  expect(document.querySelector('.map-pin')).toBeInTheDocument()
})

it('without the outlines too, nothing is asked and the form works', async () => {
  server.use(http.get(COUNTRIES_PATH, () => HttpResponse.error()))
  await editBurial(null)
  write(coordinates(), '43.5, 34')
  await waitFor(() => expect(coordinates()).toHaveValue('43.5, 34'))
  expect(screen.queryByText(/^Метка стоит/)).not.toBeInTheDocument()
})
