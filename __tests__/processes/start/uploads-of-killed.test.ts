import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { NewArchiveItem } from '@contract/archive'
import { API_BASE_PATH } from '@contract/paths'
import { UPLOADS_PATH } from '@contract/upload'
import { uploadFilm, writeFilm } from '@support/big-film'
import { startOwnS3 } from '@support/own-s3'
import { describeOnPostgres } from '@support/postgres'
import { sharedPostgres } from '@support/worker/shared-postgres'
import { openAccount, type RemoteAccount } from '@support/remote-account'
import { type ServerProcess, startServerProcess } from '@support/server-process'
import { filesBelow } from '@support/stored-files'
import { until } from '@support/until'
import { announcement, idOf, partFrom } from '@support/uploads'

const MB = 1024 ** 2
const EMAIL = 'vnuk@example.org'
/** Each test starts two servers. */
const TEST_MS = 240_000
/** Longer than a test may take. */
const PATIENCE = { STOP_PATIENCE: '600' }

let folder: string
let film: Buffer

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pomnim-parts-'))
  await writeFilm(filmFile(), 6 * MB)
  film = await readFile(filmFile())
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const filmFile = () => path.join(folder, 'film.mp4')

const start = (dataDir: string, env: Record<string, string> = {}) =>
  startServerProcess({ DATA_DIR: path.join(folder, dataDir), NEW_ACCOUNT_ADVANCED: '5', ...env })

async function announce(owner: RemoteAccount, memorialId: number): Promise<string> {
  const headers = announcement({ memorialId, kind: 'video', size: film.length })
  return idOf((await owner.fetch(UPLOADS_PATH, { method: 'POST', headers })).headers.get('location'))
}

const sendPart = (owner: RemoteAccount, id: string, from: number, to: number) =>
  owner.fetch(`${UPLOADS_PATH}/${id}`, {
    method: 'PATCH',
    headers: partFrom(from),
    body: new Uint8Array(film.subarray(from, to)),
  })

/** Begins a part that will never be whole. Resolves when its first MB has come. */
async function beginPart(
  { url }: ServerProcess,
  { token }: RemoteAccount,
  { id, from, dataDir }: { id: string; from: number; dataDir: string },
): Promise<void> {
  const headers = { ...partFrom(from), authorization: `Bearer ${token}`, 'content-length': film.length - from }
  const sending = request(`${url}${API_BASE_PATH}${UPLOADS_PATH}/${id}`, { method: 'PATCH', headers })
  sending.on('error', () => undefined)
  await new Promise<void>((resolve) => sending.write(film.subarray(from, from + MB), () => resolve()))
  await until(async () => {
    const sizes = await filesBelow(path.join(folder, dataDir, 'uploads'))
    return [...sizes.values()].reduce((sum, size) => sum + size, 0) >= MB
  })
}

/** Goes on from where the server says that it stopped, and makes an item of the film. */
async function goOn(server: ServerProcess, owner: RemoteAccount, id: string, memorialId: number): Promise<number> {
  const asked = await owner.fetch(`${UPLOADS_PATH}/${id}`, { method: 'HEAD', headers: { 'tus-resumable': '1.0.0' } })
  const offset = Number(asked.headers.get('upload-offset'))
  await sendPart(owner, id, offset, film.length)
  const created = await owner.fetch('/video_archive/create', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ memorial_id: memorialId, upload: id }),
  })
  const item = (await created.json()) as NewArchiveItem
  const url = `${server.url}${API_BASE_PATH}/video_archive/create`
  const inOnePiece = await uploadFilm(url, { file: filmFile(), memorialId, token: owner.token })
  expect(((await inOnePiece.json()) as NewArchiveItem).duplicate_of).toBe(item.id)
  return offset
}

/** The same account at another process. */
function at(server: ServerProcess, { token }: RemoteAccount): RemoteAccount {
  const send: RemoteAccount['fetch'] = (url, init = {}) => {
    const headers = new Headers(init.headers)
    headers.set('authorization', `Bearer ${token}`)
    return fetch(`${server.url}${API_BASE_PATH}${url}`, { ...init, headers })
  }
  return { token, fetch: send } as RemoteAccount
}

it(
  'goes on with the parts that came before the server was killed',
  async () => {
    const killed = await start('alone')
    const owner = await openAccount(killed, path.join(folder, 'alone'), EMAIL)
    const { id: memorialId } = await owner.createMemorial({ rate_check: 'true', public_status: 'true' })
    const id = await announce(owner, memorialId)
    await sendPart(owner, id, 0, 2 * MB)
    await beginPart(killed, owner, { id, from: 2 * MB, dataDir: 'alone' })
    await killed.kill()

    const server = await start('alone')
    try {
      expect(await goOn(server, at(server, owner), id, memorialId)).toBe(2 * MB)
    } finally {
      await server.stop()
    }
  },
  TEST_MS,
)

it(
  'keeps what came of a part when the server is told to stop, and does not wait for the rest',
  async () => {
    const stopped = await start('stopped', PATIENCE)
    const owner = await openAccount(stopped, path.join(folder, 'stopped'), EMAIL)
    const { id: memorialId } = await owner.createMemorial({ rate_check: 'true', public_status: 'true' })
    const id = await announce(owner, memorialId)
    await beginPart(stopped, owner, { id, from: 0, dataDir: 'stopped' })
    expect(await stopped.stop()).toBe(0)

    const server = await start('stopped')
    try {
      expect(await goOn(server, at(server, owner), id, memorialId)).toBe(MB)
    } finally {
      await server.stop()
    }
  },
  TEST_MS,
)

describeOnPostgres(() => {
  it(
    'each of two processes that share nothing but a database and a store takes the next part',
    async () => {
      const postgres = await sharedPostgres()
      const s3 = await startOwnS3()
      const secret = 'a secret of two processes, long enough'
      const env = { DATABASE_URL: await postgres.makeMigratedDatabase(), SECRET_KEY: secret, ...s3.settings(s3.url) }
      const first = await start('first', env)
      const second = await start('second', env)
      try {
        const owner = await openAccount(first, path.join(folder, 'first'), EMAIL)
        const { id: memorialId } = await owner.createMemorial({ rate_check: 'true', public_status: 'true' })
        const id = await announce(owner, memorialId)
        const there = at(second, owner)
        expect((await sendPart(owner, id, 0, MB)).status).toBe(204)
        expect((await sendPart(there, id, MB, 2 * MB)).status).toBe(204)
        expect((await sendPart(owner, id, MB, 3 * MB)).status).toBe(409)
        expect((await sendPart(owner, id, 2 * MB, 3 * MB)).status).toBe(204)

        expect(await goOn(second, there, id, memorialId)).toBe(3 * MB)
      } finally {
        await first.stop()
        await second.stop()
        await s3.stop()
      }
    },
    TEST_MS,
  )
})
