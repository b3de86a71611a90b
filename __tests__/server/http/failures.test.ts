import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { errors } from '@server/plugins/errors'
import { aLog } from '@support/recorded-log'

/** A log line of pino. */
const ERROR = 50
const UUID = /^[\da-f-]{36}$/

let app: FastifyInstance
const { log, lines, clear } = aLog()

beforeEach(async () => {
  clear()
  const loggerInstance: FastifyBaseLogger = log
  app = fastify({ loggerInstance, genReqId: () => crypto.randomUUID() })
  await app.register(errors)
})
afterEach(() => app.close())

const mistakes = () => lines().filter(({ level }) => level === ERROR)

it('logs a bug in one line, with method, route and request, and nothing of what the address holds', async () => {
  app.get('/letters/:token', () => {
    throw new TypeError('nothing to read for olga@example.org')
  })

  const answer = await app.inject('/letters/secret-of-a-letter?email=vera@example.org')

  expect(answer.statusCode).toBe(500)
  expect(answer.json()).toEqual({ detail: 'Internal Server Error', request_id: mistakes()[0]?.reqId })
  expect(mistakes()).toEqual([
    expect.objectContaining({
      msg: 'unexpected failure',
      method: 'GET',
      route: '/letters/:token',
      reqId: expect.stringMatching(UUID) as string,
      err: expect.objectContaining({ type: 'TypeError', message: 'nothing to read for [e-mail]' }) as object,
    }),
  ])
  expect(JSON.stringify(mistakes())).not.toMatch(/secret-of-a-letter|@example/)
})

it('takes nobody who goes away in the middle of a body for a bug', async () => {
  app.post('/words', () => 'received')
  await app.listen({ host: '127.0.0.1', port: 0 })
  const answered = new Promise<number>((resolve) => {
    app.server.on('request', (_request, response) => response.on('close', () => resolve(response.statusCode)))
  })

  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(
    'POST /words HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"a"',
  )
  await once(app.server, 'request')
  socket.destroy()
  await answered
  // The server makes its answer, which nobody reads, after that.
  await new Promise((resolve) => setImmediate(resolve))

  expect(mistakes()).toEqual([])
})
