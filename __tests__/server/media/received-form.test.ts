import { EventEmitter, once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import multipart from '@fastify/multipart'
import fastify, { type FastifyInstance } from 'fastify'
import { receivedForms } from '@server/media/received-form'
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
  await app.register(receivedForms, { folder, countPicture: async () => undefined })
  app.post('/', async () => 'received')
  await app.listen({ host: '127.0.0.1', port: 0 })

  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: 10\r\n\r\nhalf')
  await begun
  socket.destroy()
  await aborted
  // The hooks that come after.
  await setImmediate()
  steps.emit('goes on')
  await setImmediate()

  expect(errors).toEqual([])
})

it('drops a picture whose sender leaves while it waits for its turn', async () => {
  const steps = new EventEmitter()
  const [waits, itsTurn] = [once(steps, 'waits'), once(steps, 'its turn')]
  await app.register(multipart)
  await app.register(receivedForms, { folder, countPicture: async () => undefined })
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
