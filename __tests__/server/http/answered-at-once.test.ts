import fastify, { type FastifyInstance } from 'fastify'
import { number, object } from 'yup'
import type { MemorialPage } from '@contract/memorial'
import { cachedAsList } from '@server/access/cache-rules'
import { createChangeFeed, PUBLIC_LISTS } from '@server/db/change-feed'
import { caching, createCachedResponses, cachedResponses } from '@server/plugins/caching'
import { contract } from '@server/plugins/contract'
import { createFront } from '@server/plugins/front'
import { startTestApp, type TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'

describe('a route that may know its answer at once', () => {
  let app: FastifyInstance
  let feed: ReturnType<typeof createChangeFeed>
  /** What the route knows at once, and how often it was asked for it. */
  let known: string | undefined
  const atOnce = jest.fn(({ part }: { part: number }) => known && `{"part":${part},"is":"${known}"}`)

  beforeEach(async () => {
    feed = createChangeFeed()
    feed.open()
    known = undefined
    atOnce.mockClear()
    const answers = createCachedResponses(feed)
    app = fastify()
    await app.register(cachedResponses, { answers, headers: {}, front: createFront({}) })
    await app.register(contract)
    await app.register(caching, { answers })
    const querystring = object({ part: number().integer().default(1) })
    app.get('/list', { config: { ...cachedAsList, atOnce }, schema: { querystring } }, (_request, reply) =>
      reply.type('application/json; charset=utf-8').send('{"is":"worked out"}'),
    )
  })
  afterEach(() => app.close())

  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

  it('answers as all others while it does not', async () => {
    expect((await get('/list?part=2')).json()).toEqual({ is: 'worked out' })
  })

  it('answers as all others when it fails', async () => {
    atOnce.mockImplementationOnce(() => {
      throw new Error('a fault')
    })
    expect((await get('/list')).json()).toEqual({ is: 'worked out' })
  })

  it('answers a guest with it, by the query as its schema reads it', async () => {
    known = 'known'
    expect((await get('/list')).json()).toEqual({ part: 1, is: 'known' })
    expect((await get('/list?part=2&other=x')).json()).toEqual({ part: 2, is: 'known' })
  })

  it('sends the same headers as otherwise, and 304 to whoever has the answer', async () => {
    const workedOut = await get('/list?part=2')
    known = 'known'
    const { headers } = await get('/list?part=3')
    expect(Object.keys(headers).sort()).toEqual(Object.keys(workedOut.headers).sort())
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=3',
      'content-type': 'application/json; charset=utf-8',
      vary: 'Authorization',
    })
    expect((await get('/list?part=3', { 'if-none-match': String(headers.etag) })).statusCode).toBe(304)
  })

  it('keeps it until a list has changed', async () => {
    known = 'known'
    for (let time = 0; time < 2; time++) await get('/list')
    expect(atOnce).toHaveBeenCalledTimes(1)
    feed.drop(PUBLIC_LISTS)
    known = 'changed'
    expect((await get('/list')).json()).toEqual({ part: 1, is: 'changed' })
  })

  it.each([
    ['comes with a token', '/list', { authorization: 'Bearer x' }],
    ['asks for what its schema refuses', '/list?part=x', {}],
    ['says a thing twice', '/list?part=1&part=2', {}],
  ])('is not asked for it by who %s', async (_who, url, headers) => {
    known = 'known'
    await get(url, headers)
    expect(atOnce).not.toHaveBeenCalled()
  })
})

describe('the lists of the server', () => {
  let server: TestApp
  let owner: string

  beforeAll(async () => {
    server = await startTestApp()
    owner = (await anOwner(server)).token
    for (const lastname of ['Алый', 'Белый', 'Чёрный']) {
      const swo_status = String(lastname !== 'Белый')
      await aStoredMemorial(server, owner, { public_status: 'true', lastname, swo_status })
    }
  })
  afterAll(() => server.close())

  it.each([
    '',
    '?sort_order=desc&limit=1&offset=1',
    '?lastname=' + encodeURIComponent('бел'),
    '?q=' + encodeURIComponent('алый'),
    '?q=' + encodeURIComponent('олый'),
    '?q=' + encodeURIComponent('никто'),
  ])('tell a guest the same as an account: %s', async (query) => {
    for (const list of ['/memorial/public_memorials', '/memorial/swo_memorials']) {
      const ofAccount = await server.api({ url: `${list}${query}`, token: owner })
      // At the first time cards may have to be read, at the second they are in memory.
      for (const time of ['first', 'second']) {
        const ofGuest = await server.api({ url: `${list}${query}${query ? '&' : '?'}time=${time}` })
        expect(ofGuest.json<MemorialPage>()).toEqual(ofAccount.json<MemorialPage>())
      }
    }
  })
})
