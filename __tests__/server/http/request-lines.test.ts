import { type AddressInfo, connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { API_BASE_PATH } from '@contract/paths'
import { REQUEST_LINE } from '@server/plugins/request-log'
import { aLog } from '@support/recorded-log'
import { remember } from '@support/remember'
import { startTestApp, type TestApp } from '@support/server-app'
import { until } from '@support/until'

const LIST = `${API_BASE_PATH}/memorial/public_memorials`
const SECRETS = /lastname=|Иванов|%D0|tainyi|127\.0\.0\.1/

let server: TestApp
let url: string
const { log, lines, written, clear } = aLog()

beforeAll(async () => {
  server = await startTestApp({}, { log })
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
})
afterAll(() => server.close())
beforeEach(clear)

const ofRequests = () => lines().filter(({ msg }) => msg === REQUEST_LINE)

it('tells of each request by its route, and of nobody', async () => {
  const headers = { authorization: 'Bearer tainyi-token' }
  await fetch(`${url}${LIST}?lastname=Иванов`, { headers })
  await fetch(`${url}/calendars/tainyi-kalendar`)
  await fetch(`${url}/nothing/Иванов`)
  await until(() => ofRequests().length === 3)

  const line = { level: 30, reqId: expect.any(String) as string, method: 'GET', ms: expect.any(Number) as number }
  expect(ofRequests()).toEqual([
    expect.objectContaining({ ...line, route: LIST, status: 200 }),
    expect.objectContaining({ ...line, route: '/calendars/:secret', status: 404 }),
    expect.objectContaining({ ...line, route: null, status: 404 }),
  ])
  expect(written()).not.toMatch(SECRETS)
})

it('reads a query whose letters are not escaped, as some clients send it', async () => {
  await remember(server.db, (await server.signUp()).user.id, { lastname: 'Сёмин', name: 'Пётр' })
  const answered = async (request: string) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.write(Buffer.from(request))
    return (await buffer(socket)).toString()
  }
  const found = await answered(`GET ${LIST}?lastname=Сёмин&limit=1 HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  expect(found).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\r\n\r\n\{"result":\[\{[^]*"lastname":"Сёмин"/)
  for (const refused of [
    `GET ${LIST}?lastname=Сёмин HTTP/1.1\r\nHost: localhost\r\n\r\nGET /healthz HTTP/1.1\r\n\r\n`,
    `POST ${LIST}?lastname=Сёмин HTTP/1.1\r\nHost: localhost\r\n\r\n`,
    'GET /media/ё/picture.jpg HTTP/1.1\r\nHost: localhost\r\n\r\n',
  ]) {
    expect(await answered(refused)).toMatch(/^HTTP\/1\.1 400 /)
  }
})

it('tells of those too that are answered with what is kept', async () => {
  for (let index = 0; index < 3; index++) await fetch(url + LIST)
  await until(() => ofRequests().length === 3)
  expect(ofRequests().map(({ route, status }) => [route, status])).toEqual(Array(3).fill([LIST, 200]))
})

it('tells of health checks only when it is asked for details', async () => {
  await fetch(`${url}/healthz`)
  await fetch(url + LIST)
  await until(() => ofRequests().length > 0)
  expect(ofRequests().map(({ route }) => route)).toEqual([LIST])

  log.level = 'debug'
  await fetch(`${url}/healthz`)
  await until(() => ofRequests().length > 1)
  log.level = 'info'
  expect(ofRequests()[1]).toMatchObject({ level: 20, route: '/healthz' })
})
