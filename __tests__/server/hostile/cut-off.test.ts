import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect, type Socket } from 'node:net'
import path from 'node:path'
import { type ArchiveKind, archivePaths } from '@contract/archive'
import { API_BASE_PATH } from '@contract/paths'
import { expectRowsAndFilesToAgree } from '@support/agreement'
import { anAdvancedMemorial, sampleFile } from '@support/archives'
import { memorialFields } from '@support/memorial-form'
import { phonePhotograph } from '@support/photographs'
import { startTestApp, type TestApp } from '@support/server-app'
import { filesBelow } from '@support/stored-files'

const BOUNDARY = 'cut-off'
const PATIENCE_MS = 20_000
const LOOK_EVERY_MS = 50
/** What a busy server has yet to read of a closed connection, it reads within this many looks. */
const QUIET_LOOKS = 6

let server: TestApp
let port: number
let owner: string
let memorialId: number

beforeAll(async () => {
  server = await startTestApp()
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  port = (server.app.server.address() as AddressInfo).port
  const made = await anAdvancedMemorial(server)
  owner = made.owner.token
  memorialId = made.memorial.id
})
afterAll(() => server.close())

/** A multipart request as it goes over the wire, with the length of the whole in its head. */
function wholeRequest(url: string, fields: Record<string, string>, file: { name: string; bytes: Buffer }): Buffer {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const fileHead = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${file.name}"; filename="a.jpg"\r\n\r\n`
  const body = Buffer.concat([
    Buffer.from(parts.join('') + fileHead),
    file.bytes,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ])
  const head = [
    `POST ${API_BASE_PATH}${url} HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${owner}`,
    `Content-Type: multipart/form-data; boundary=${BOUNDARY}`,
    `Content-Length: ${body.length}`,
  ]
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body])
}

async function send(bytes: Buffer): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(bytes)
  // Long enough for the file to have begun to arrive.
  await new Promise((resolve) => setTimeout(resolve, 50))
  return socket
}

/** Waits until the server has done with whoever has gone, and nothing is in the folder where files arrive. */
async function uploadsToBeGone(): Promise<void> {
  const giveUpAt = Date.now() + PATIENCE_MS
  for (let quiet = 0; quiet < QUIET_LOOKS; await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))) {
    const files = await filesBelow(path.join(server.dataDir, 'uploads'))
    quiet = files.size === 0 && (await openConnections()) === 0 ? quiet + 1 : 0
    if (Date.now() > giveUpAt) throw new Error('Something is left of an upload that was cut off')
  }
}

function openConnections(): Promise<number> {
  return new Promise((resolve, reject) => {
    server.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
  })
}

const archiveUpload = async (kind: ArchiveKind, bytes: Buffer) =>
  wholeRequest(archivePaths(kind).create, { memorial_id: String(memorialId) }, { name: 'file', bytes })

const UPLOADS: [string, () => Promise<Buffer>][] = [
  ['a photo for the archive', async () => archiveUpload('photo', await phonePhotograph())],
  ['a recording', async () => archiveUpload('audio', await sampleFile('sound.wav'))],
  ['a film', async () => archiveUpload('video', Buffer.concat([await sampleFile('film.mp4'), Buffer.alloc(5e6)]))],
  [
    'the photo of a new memorial',
    async () => wholeRequest('/memorial/create', memorialFields(), { name: 'file', bytes: await phonePhotograph() }),
  ],
]

it.each(UPLOADS)('leaves nothing of %s that is cut off anywhere', async (_what, upload) => {
  const bytes = await upload()
  const before = await server.db.selectFrom('media').select('id').execute()
  for (const share of [0.02, 0.3, 0.6, 0.99]) {
    const socket = await send(bytes.subarray(0, bytes.length * share))
    socket.destroy()
  }
  await uploadsToBeGone()
  expect(await server.db.selectFrom('media').select('id').execute()).toEqual(before)
  await expectRowsAndFilesToAgree(server.db, server.dataDir, server.storedFiles)
})

it('goes on answering others after that', async () => {
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
})

it('answers 400 to a body that ends before its last boundary', async () => {
  const bytes = await archiveUpload('photo', await sampleFile('photograph.heic'))
  const withoutEnd = Buffer.from(
    bytes.toString('latin1').replace(`\r\n--${BOUNDARY}--\r\n`, ' '.repeat(BOUNDARY.length + 8)),
    'latin1',
  )
  const socket = await send(withoutEnd)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 400 /)
  expect((await filesBelow(path.join(server.dataDir, 'uploads'))).size).toBe(0)
})
