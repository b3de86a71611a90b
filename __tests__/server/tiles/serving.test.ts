import { setTimeout as pause } from 'node:timers/promises'
import { smallPicture } from '@support/photographs'
import { startTestApp, type TestApp } from '@support/server-app'
import { type MapServer, picture, startMapServer, status } from '@support/map-server'

const TILE_MAX_BYTES = 256 * 1024

let map: MapServer
let server: TestApp
let png: Buffer
let row = 0

beforeAll(async () => {
  png = await smallPicture('png')
  map = await startMapServer()
  server = await startTestApp({ TILE_URL: map.template, PUBLIC_URL: 'https://помним.example' })
})
afterAll(async () => {
  await server.close()
  await map.close()
})
beforeEach(() => {
  map.asked.length = 0
  map.answer(picture(png))
})

const get = (path: string, headers: Record<string, string> = {}) =>
  server.app.inject({ url: `/tiles/${path}`, headers, remoteAddress: '203.0.113.7' })
/** A tile that no test before has asked for. */
const newTile = () => `19/7/${(row += 1)}.png`

it('is fetched once and then comes from the disk', async () => {
  const tile = newTile()
  const [first, second] = [await get(tile), await get(tile)]

  expect(first.statusCode).toBe(200)
  expect(first.headers).toMatchObject({ 'content-type': 'image/png', 'cache-control': 'public, max-age=604800' })
  expect(first.rawPayload).toEqual(png)
  expect(second.rawPayload).toEqual(png)
  expect(map.asked).toEqual([`/map/${tile}`])
})

it('is not fetched for a HEAD, which changes nothing', async () => {
  const response = await server.app.inject({ method: 'HEAD', url: `/tiles/${newTile()}` })
  expect([response.statusCode, map.asked]).toEqual([405, []])
})

it('tells the map’s server who asks, in letters that a header can carry', async () => {
  await get(newTile())
  expect(map.lastHeaders()['user-agent']).toBe('Pomnim (+https://xn--h1ahbcdf.example/)')
})

it('is fetched once for all who ask at the same time', async () => {
  const tile = newTile()
  const answers = await Promise.all(Array.from({ length: 8 }, () => get(tile)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200))
  expect(map.asked).toHaveLength(1)
})

it('is sent again only to a browser that has another', async () => {
  const tile = newTile()
  const { etag } = (await get(tile)).headers
  const again = await get(tile, { 'if-none-match': String(etag) })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

it.each(['jpeg', 'webp'] as const)('may be a %s, whatever its address ends in', async (format) => {
  map.answer(picture(await smallPicture(format), `image/${format}`))
  const tile = newTile()
  await get(tile)
  expect((await get(tile)).headers['content-type']).toBe(`image/${format}`)
})

it.each([
  ['a page', picture(Buffer.from('<html>'), 'text/html')],
  ['a page that says it is a picture', picture(Buffer.from('<html><script>'), 'image/png')],
  ['a picture of another kind', picture(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml')],
  ['a refusal', status(403)],
  ['“not changed” to who has nothing', status(304)],
])('does not take %s for a tile', async (_what, answer) => {
  map.answer(answer)
  const tile = newTile()
  const refused = await get(tile)
  expect([refused.statusCode, refused.json()]).toEqual([502, { detail: 'Карта сейчас недоступна.' }])
  expect(refused.headers['cache-control']).toBe('public, max-age=30')
})

it('is not looked for at another place, wherever the map’s server sends us', async () => {
  map.answer((response) => {
    const isFirst = response.req.url?.startsWith('/map/')
    if (isFirst) status(302, { location: '/secret.png' })(response)
    else picture(png)(response)
  })
  expect((await get(newTile())).statusCode).toBe(502)
  expect(map.asked).toHaveLength(1)
})

it('stops reading what is larger than a tile can be', async () => {
  let parts = 0
  const hungUp = new Promise<void>((resolve) => {
    map.answer((response) => {
      response.writeHead(200, { 'content-type': 'image/png' })
      response.write(png)
      const more = setInterval(() => response.write(Buffer.alloc(TILE_MAX_BYTES), () => parts++), 5)
      response.on('close', () => {
        clearInterval(more)
        resolve()
      })
    })
  })
  expect((await get(newTile())).statusCode).toBe(502)
  await hungUp
  // Until its timeout it would have read more than a thousand.
  expect(parts).toBeLessThan(100)
})

it.each([
  '20/0/0.png',
  '1/2/0.png',
  '1/0/2.png',
  '01/0/0.png',
  '1/-1/0.png',
  '1/0/0.jpg',
  '1/0/0',
  '1/0/..%2f0.png',
  'a/b/c.png',
])('there is none at %s', async (path) => {
  expect((await get(path)).statusCode).toBe(404)
  expect(map.asked).toEqual([])
})

it('is not for one address to take without end', async () => {
  const tile = newTile()
  await get(tile)
  const greedy = async (times: number) => {
    const asked = Array.from({ length: times }, () =>
      server.app.inject({ url: `/tiles/${tile}`, remoteAddress: '198.51.100.9' }),
    )
    return (await Promise.all(asked)).map(({ statusCode }) => statusCode)
  }
  const answers: number[] = []
  // All at once they would hold the event loop for so long that Redis seems to be away.
  for (let group = 0; group < 30; group++) answers.push(...(await greedy(100)))
  expect(new Set(answers)).toEqual(new Set([200]))
  expect(await greedy(1)).toEqual([429])
  expect((await get(tile)).statusCode).toBe(200)
})

it('waits for its turn: never more than six at once are asked for', async () => {
  let open = 0
  let most = 0
  map.answer((response) => {
    open += 1
    most = Math.max(most, open)
    void pause(20).then(() => {
      open -= 1
      picture(png)(response)
    })
  })
  await Promise.all(Array.from({ length: 30 }, () => get(newTile())))
  expect(most).toBe(6)
})
