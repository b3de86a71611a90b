import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type { NewArchiveItem } from '@contract/archive'
import { API_BASE_PATH } from '@contract/paths'
import { UPLOADS_PATH } from '@contract/upload'
import { addToArchive, anAdvancedMemorial } from '@support/archives'
import { writeFilm } from '@support/big-film'
import { startTestApp, type TestApp } from '@support/server-app'
import { filesBelow } from '@support/stored-files'
import { until } from '@support/until'
import { partFrom, uploader } from '@support/uploads'

const MB = 1024 ** 2

let server: TestApp
let port: number
let film: Buffer
let token: string
let memorialId: number
let uploads: ReturnType<typeof uploader>

beforeAll(async () => {
  server = await startTestApp()
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  port = (server.app.server.address() as AddressInfo).port
  const file = path.join(server.dataDir, 'film.mp4')
  await writeFilm(file, 6 * MB)
  film = await readFile(file)
  const { owner, memorial } = await anAdvancedMemorial(server)
  token = owner.token
  memorialId = memorial.id
  uploads = uploader(server, token)
})
afterAll(() => server.close())

/** A part that has been announced whole, and of which only its beginning has left. */
async function beginPart(id: string, from: number, sentBytes: number) {
  const sending = request({
    port,
    method: 'PATCH',
    path: `${API_BASE_PATH}${UPLOADS_PATH}/${id}`,
    headers: { ...partFrom(from), authorization: `Bearer ${token}`, 'content-length': film.length - from },
  })
  sending.on('error', () => undefined)
  const answered = once(sending, 'response')
  answered.catch(() => undefined)
  await new Promise<void>((resolve) => sending.write(film.subarray(from, from + sentBytes), () => resolve()))
  await until(async () => (await receivedBytes()) >= sentBytes)
  return { sending, answered }
}

/** Of parts that are not over. */
async function receivedBytes(): Promise<number> {
  const sizes = (await filesBelow(path.join(server.dataDir, 'uploads'))).values()
  return [...sizes].reduce((sum, size) => sum + size, 0)
}

const offsetOf = async (id: string) => Number((await uploads.ask(id)).headers['upload-offset'])

it('a part whose connection breaks stays as far as it came, and only the rest is sent', async () => {
  const id = await uploads.begun({ memorialId, kind: 'video', size: film.length })

  let from = 0
  for (const sentBytes of [1.5 * MB, 2 * MB]) {
    const { sending } = await beginPart(id, from, sentBytes)
    sending.destroy()
    await until(async () => (await offsetOf(id)) > from)
    expect(await offsetOf(id)).toBe(from + sentBytes)
    from += sentBytes
  }
  await uploads.sendPart(id, from, film.subarray(from))

  const item = (await uploads.use(id, 'video', memorialId)).json<NewArchiveItem>()
  const inOnePiece = await addToArchive(server, 'video', { token, memorialId, bytes: film })
  expect(inOnePiece.json<NewArchiveItem>().duplicate_of).toBe(item.id)
})

it('a part over a connection from which nothing comes any more ends for whoever goes on', async () => {
  const id = await uploads.begun({ memorialId, kind: 'video', size: film.length })
  const silent = await beginPart(id, 0, 2 * MB)

  const offset = await offsetOf(id)

  expect(offset).toBe(2 * MB)
  const [answer] = (await silent.answered) as [{ statusCode: number; headers: Record<string, string> }]
  expect([answer.statusCode, answer.headers['upload-offset']]).toEqual([204, String(2 * MB)])
  silent.sending.destroy()
  expect((await uploads.sendPart(id, offset, film.subarray(offset))).statusCode).toBe(204)
  await uploads.cancel(id)
})

it('a part is stopped by whoever cancels the upload, and nothing stays', async () => {
  const before = await server.storedFiles()
  const id = await uploads.begun({ memorialId, kind: 'video', size: film.length })
  const { sending } = await beginPart(id, 0, 2 * MB)

  expect((await uploads.cancel(id)).statusCode).toBe(204)

  sending.destroy()
  expect(await server.storedFiles()).toEqual(before)
  expect(await receivedBytes()).toBe(0)
})

it('a part whose upload ended while it was stored is told so, and nothing of it stays', async () => {
  const before = await server.storedFiles()
  const id = await uploads.begun({ memorialId, kind: 'video', size: film.length })
  jest.spyOn(server.store, 'put').mockImplementationOnce(async () => {
    // As the job does that ends old ones: another process may run it.
    await server.db.deleteFrom('uploads').where('id', '=', id).execute()
    throw new Error('the folder is gone')
  })

  expect((await uploads.sendPart(id, 0, film)).statusCode).toBe(404)
  expect(await server.storedFiles()).toEqual(before)
})
