import type { FoundPlace } from '@contract/geocoding'
import { createAttempts } from '@server/lib/attempts'
import { createGeocoderService } from '@server/modules/geocoder/service'
import { someSettings } from '@support/factories'
import { type MapServer, startMapServer, status } from '@support/map-server'
import { startTestApp, type TestApp } from '@support/server-app'

const TVER = { lat: '56.8586700', lon: '35.9117', display_name: 'Тверь, Россия' }
const FOUND: FoundPlace = { title: 'Тверь, Россия', burial_coordinates: '56.85867, 35.9117' }

let geocoder: MapServer

beforeEach(async () => {
  geocoder = await startMapServer()
  answerWith([TVER])
})
afterEach(() => geocoder.close())

function answerWith(body: unknown): void {
  geocoder.answer((response) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body)))
}

const service = () =>
  createGeocoderService({
    config: { geocoderUrl: new URL('/search?key=ours', geocoder.template).href, site: someSettings() },
    limitAttempts: createAttempts(),
    log: { warn: () => undefined },
    pauseMs: 0,
  })
type Asker = Parameters<ReturnType<typeof service>['find']>[0]
const somebody = (id = 1) => ({ id }) as Asker

it('asks in Nominatim’s manner, says which site asks, and answers with places', async () => {
  expect(await service().find(somebody(), 'Тверь, Волынское кладбище')).toEqual([FOUND])
  const { pathname, searchParams } = new URL(geocoder.asked[0] ?? '', 'http://localhost')
  expect([pathname, Object.fromEntries(searchParams)]).toEqual([
    '/search',
    { key: 'ours', q: 'Тверь, Волынское кладбище', format: 'jsonv2', limit: '5', 'accept-language': 'ru' },
  ])
  expect(geocoder.lastHeaders()['user-agent']).toBe('Pomnim (+http://localhost/)')
})

it('asks once for an address, whoever asks and however it is spaced', async () => {
  const geocoding = service()
  await Promise.all([geocoding.find(somebody(1), 'Тверь'), geocoding.find(somebody(2), 'тверь')])
  await geocoding.find(somebody(3), 'ТВЕРЬ')
  expect(geocoder.asked).toHaveLength(1)
})

it('is rationed: 60 an hour for one account', async () => {
  const geocoding = service()
  for (let time = 0; time < 60; time++) await geocoding.find(somebody(), 'Тверь')
  await expect(geocoding.find(somebody(), 'Тверь')).rejects.toMatchObject({ status: 429 })
  expect(await geocoding.find(somebody(2), 'Тверь')).toEqual([FOUND])
})

it('leaves out what is no place', async () => {
  answerWith([{ ...TVER, lat: '95' }, null, { lat: '1' }, { ...TVER, display_name: ' ' }, TVER])
  expect(await service().find(somebody(), 'Тверь')).toEqual([FOUND])
})

it.each([
  ['refuses', () => geocoder.answer(status(403))],
  ['leads elsewhere', () => geocoder.answer(status(302, { location: 'http://127.0.0.1:1/' }))],
  ['sends no list', () => answerWith({ error: 'x' })],
  ['sends no JSON', () => geocoder.answer((response) => response.end('<html>'))],
  ['sends too much', () => geocoder.answer((response) => response.end(`["${'x'.repeat(300_000)}"]`))],
])('answers 502 when the geocoder %s, and asks again the next time', async (_how, arrange) => {
  arrange()
  const geocoding = service()
  await expect(geocoding.find(somebody(), 'Тверь')).rejects.toMatchObject({ status: 502 })
  answerWith([TVER])
  expect(await geocoding.find(somebody(), 'Тверь')).toEqual([FOUND])
})

describe('the call', () => {
  let server: TestApp
  afterEach(() => server.close())

  it('finds places for an account whose e-mail is confirmed', async () => {
    server = await startTestApp({ GEOCODER_URL: new URL('/search', geocoder.template).href })
    const { token } = await server.signUp()
    const response = await server.api({ url: '/geocode?q=Тверь', token })
    expect([response.statusCode, response.json()]).toEqual([200, { result: [FOUND] }])
    expect((await server.api({ url: '/geocode?q=Тверь' })).statusCode).toBe(401)
    expect((await server.api({ url: '/geocode?q=%20', token })).statusCode).toBe(422)
  })

  it('is not there without a geocoder', async () => {
    server = await startTestApp()
    const { token } = await server.signUp()
    expect((await server.api({ url: '/geocode?q=Тверь', token })).statusCode).toBe(404)
    expect(geocoder.asked).toEqual([])
  })
})
