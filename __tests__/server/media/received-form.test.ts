import { EventEmitter, once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import multipart from '@fastify/multipart'
import fastify, { type FastifyInstance } from 'fastify'
import { DatabaseAway } from '@server/db/errors'
import { type FileLimit, receivedForms } from '@server/media/received-form'
import { createTemporaryRoom } from '@server/media/temporary-room'
import type { CountUpload } from '@server/media/sender'
import { errors as errorsPlugin } from '@server/plugins/errors'
import { until } from '@support/until'

let folder: string
let app: FastifyInstance
let errors: string[]

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pomnim-form-'))
  errors = []
  app = fastify({ logger: { level: 'error', stream: { write: (line) => void errors.push(line) } } })
})
afterEach(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

it('minds no request whose sender leaves before its turn has come', async () => {
  const steps = new EventEmitter()
  const [begun, aborted] = [once(steps, 'begun'), once(steps, 'aborted')]
  app.addHook('onRequest', async () => {
    const goesOn = once(steps, 'goes on')
    steps.emit('begun')
    await goesOn
  })
  app.addHook('onRequestAbort', (_request, done) => {
    steps.emit('aborted')
    done()
  })
  await app.register(receivedForms, { folder, room: createTemporaryRoom(folder), countUpload: async () => undefined })
  app.post('/', async () => 'received')
  await app.listen({ host: '127.0.0.1', port: 0 })

  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: 10\r\n\r\nhalf')
  await begun
  socket.destroy()
  await aborted
  // The later hooks.
  await setImmediate()
  steps.emit('goes on')
  await setImmediate()

  expect(errors).toEqual([])
})

it('drops a picture whose sender leaves while it waits for its turn', async () => {
  const steps = new EventEmitter()
  const [waits, itsTurn] = [once(steps, 'waits'), once(steps, 'its turn')]
  await app.register(multipart)
  await app.register(receivedForms, { folder, room: createTemporaryRoom(folder), countUpload: async () => undefined })
  app.post('/', { preValidation: app.receiveForm({ file: 'file', maxBytes: 100, isPicture: true }) }, async () => {
    steps.emit('waits')
    await itsTurn
  })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const sender = new AbortController()
  const body = new FormData()
  body.append('file', new Blob(['a picture']), 'photo.jpg')

  const answer = fetch(address, { method: 'POST', body, signal: sender.signal }).catch(() => 'gone')
  await waits
  expect(await readdir(folder)).toHaveLength(1)
  sender.abort()
  expect(await answer).toBe('gone')
  await until(async () => (await readdir(folder)).length === 0)

  steps.emit('its turn')
  await setImmediate()
  expect(errors).toEqual([])
})

describe('when what is asked for the sake of a file fails', () => {
  const PART = '--xyz\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\na picture'
  const send = (body = `${PART}\r\n--xyz--\r\n`) =>
    app.inject({
      method: 'POST',
      url: '/',
      headers: { 'content-type': 'multipart/form-data; boundary=xyz' },
      payload: body,
    })

  async function serve(asked: { maxBytes?: FileLimit; countUpload?: CountUpload }): Promise<void> {
    const { maxBytes = 100, countUpload = async () => undefined } = asked
    await app.register(errorsPlugin)
    await app.register(multipart)
    await app.register(receivedForms, { folder, room: createTemporaryRoom(folder), countUpload })
    app.post('/', { preValidation: app.receiveForm({ file: 'file', maxBytes, isPicture: true }) }, () => 'received')
  }

  const away = () => Promise.reject(new DatabaseAway({ message: 'gone', code: 'ECONNREFUSED' }))
  const bug = () => Promise.reject(new TypeError('not a function'))

  it.each([
    ['how long it may be', { maxBytes: away }],
    ['how many there were', { countUpload: away }],
  ])('says that the service is away while the database is, asked %s', async (_what, asked) => {
    await serve(asked)
    const answer = await send()
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5'])
    expect(await readdir(folder)).toEqual([])
  })

  it.each([
    ['how long it may be', { maxBytes: bug }],
    ['how many there were', { countUpload: bug }],
  ])('logs a bug and answers 500, asked %s', async (_what, asked) => {
    await serve(asked)
    expect((await send()).statusCode).toBe(500)
    expect(errors.join()).toContain('not a function')
  })

  it('still answers 400 to a body that breaks off', async () => {
    await serve({})
    expect((await send()).statusCode).toBe(200)
    expect((await send(PART)).statusCode).toBe(400)
    expect(errors).toEqual([])
  })
})
