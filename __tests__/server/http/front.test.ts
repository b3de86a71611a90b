import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import type { Server } from 'node:http'
import { API_BASE_PATH } from '@contract/paths'
import { type AnsweredRequest, createFront } from '@server/plugins/front'
import { startTestApp, type TestApp } from '@support/server-app'
import { until } from '@support/until'

const HUGE = Buffer.alloc(64 * 1024 ** 2, 'p')

describe('the front alone', () => {
  let server: Server
  let answered: AnsweredRequest[]
  let underWay: string[]

  beforeEach(async () => {
    answered = []
    underWay = []
    const front = createFront({})
    const bodies = new Map([
      ['/kept', Buffer.from('kept')],
      ['/huge', HUGE],
    ])
    front.onRequest((_request, response) => response.setHeader('x-watched', 'yes'))
    front.onUnderWay(({ url }) => underWay.push(String(url)))
    front.answerFrom(({ url = '' }) => {
      const body = bodies.get(url)
      return body && { route: `route of ${url}`, status: 200, headers: ['content-length', String(body.length)], body }
    })
    front.onAnswered((facts) => answered.push(facts))
    server = front.serverFactory((_request, response) => response.end('not kept'))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterEach(() => {
    server.closeAllConnections()
    server.close()
  })

  const port = () => (server.address() as AddressInfo).port
  const get = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port()}${path}`, init)

  it('sends what is kept, and passes on the rest', async () => {
    expect(await (await get('/kept')).text()).toBe('kept')
    expect(await (await get('/other')).text()).toBe('not kept')
    expect(answered).toEqual([
      { route: 'route of /kept', method: 'GET', status: 200, ms: expect.any(Number) as number, isFromCache: true },
    ])
    expect(underWay).toEqual(['/other'])
  })

  it('tells of every request before it is answered', async () => {
    for (const path of ['/kept', '/other']) expect((await get(path)).headers.get('x-watched')).toBe('yes')
  })

  it('has those watched that read a kept answer slowly, until they have it or leave', async () => {
    const socket = connect(port(), '127.0.0.1')
    socket.pause()
    socket.write('GET /huge HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await until(() => underWay.length > 0)
    expect([underWay, answered]).toEqual([['/huge'], []])
    socket.destroy()
    await until(() => answered.length > 0)
    expect(answered).toMatchObject([{ route: 'route of /huge', status: 200 }])
  })

  it('has those watched that send a body with their request', async () => {
    const socket = connect(port(), '127.0.0.1')
    socket.write('GET /kept HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nfive.')
    await until(() => underWay.length > 0)
    expect(underWay).toEqual(['/kept'])
    socket.destroy()
  })
})

describe('the whole server', () => {
  let server: TestApp
  let url: string

  beforeAll(async () => {
    server = await startTestApp()
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    url = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
  })
  afterAll(() => server.close())

  it.each([`${API_BASE_PATH}/memorial/public_memorials`, `${API_BASE_PATH}/memorial/swo_memorials?limit=3`])(
    'answers %s from what is kept with the headers of the first answer',
    async (address) => {
      const [first, again] = [await fetch(url + address), await fetch(url + address)]
      const headersOf = ({ headers }: Response) => Object.fromEntries([...headers].filter(([name]) => name !== 'date'))
      expect(headersOf(again)).toEqual(headersOf(first))
      expect(await again.text()).toBe(await first.text())

      const etag = String(first.headers.get('etag'))
      const revalidated = await fetch(url + address, { headers: { 'if-none-match': etag }, cache: 'no-store' })
      expect([revalidated.status, await revalidated.text(), revalidated.headers.get('etag')]).toEqual([304, '', etag])
      expect(revalidated.headers.get('content-security-policy')).toBe(first.headers.get('content-security-policy'))
    },
  )
})
