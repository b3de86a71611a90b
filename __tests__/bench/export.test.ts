import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { link, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import type { Exported } from '@contract/export'
import { openDatabase } from '@server/db/open-database'
import { writeFilm } from '@support/big-film'
import { growthDuring } from '@support/process-memory'
import { openAccount, type RemoteAccount, signIn } from '@support/remote-account'
import { type ServerProcess, startServerProcess } from '@support/server-process'
import { buildFolder } from '../../config/folders'
import { median } from './median'

/** GIGABYTES makes fewer of them for a try. */
const GIGABYTES = Number(process.env.GIGABYTES ?? 5)
const EMAIL = 'doch@example.org'
const ROUNDS = 3
const MB = 1024 ** 2
const FILM_BYTES = 256 * MB
const FILMS = Math.ceil((GIGABYTES * 1024 * MB) / FILM_BYTES)
const GROWTH_MAX_BYTES = 64 * MB
const SHARE_OF_BARE_RATE_MIN = 0.5
const WORKER = path.join(buildFolder('server'), 'database-worker.js')
const HOUR_MS = 3_600_000

let folder: string
let server: ServerProcess
let bare: ChildProcessByStdio<null, Readable, null>
let bareUrl: string
let keeper: RemoteAccount
let memorialId: number

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pomnim-export-'))
  const settings = { DATA_DIR: folder, NEW_ACCOUNT_ADVANCED: '1' }
  server = await startServerProcess(settings)
  keeper = await openAccount(server, folder, EMAIL)
  ;({ id: memorialId } = await keeper.createMemorial({ rate_check: 'true' }))
  await server.stop()
  const films = await addFilms()
  server = await startServerProcess(settings)
  keeper = await signIn(server, EMAIL)
  bare = spawn(process.execPath, [path.resolve('__tests__/support/bare-files-server.cjs'), ...films], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [port] = (await once(bare.stdout, 'data')) as [Buffer]
  bareUrl = `http://localhost:${port.toString().trim()}/`
}, HOUR_MS)

afterAll(async () => {
  bare.kill()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Films of a page: one file under many names, so that a small disk holds them. */
async function addFilms(): Promise<string[]> {
  const film = path.join(folder, 'film.mp4')
  await writeFilm(film, FILM_BYTES)
  const database = await openDatabase({ dataDir: folder, databaseUrl: undefined }, fail, WORKER)
  const files: string[] = []
  for (let nth = 1; nth <= FILMS; nth++) {
    const id = `bench${String(nth).padStart(17, '0')}`
    const place = path.join(folder, 'media', id.slice(0, 2), id)
    await mkdir(place, { recursive: true })
    files.push(path.join(place, 'recording.mp4'))
    await link(film, path.join(place, 'recording.mp4'))
    const item = { memorial_id: memorialId, kind: 'video' as const, media_id: id, position: nth, description: null }
    await database.db.insertInto('media').values({ id, memorial_id: memorialId }).execute()
    await database.db
      .insertInto('archive_items')
      .values({ ...item, file_name: 'recording.mp4', size_bytes: FILM_BYTES, date_text: null, people: null })
      .execute()
  }
  await database.close()
  return files
}

function fail(error: unknown): never {
  throw error
}

/** Megabytes a second from the first byte asked for to the last one that came. */
async function rate(url: string): Promise<number> {
  const begun = performance.now()
  const { body, status } = await fetch(url)
  expect(status).toBe(200)
  let bytes = 0
  for await (const chunk of body ?? []) bytes += (chunk as Uint8Array).length
  expect(bytes).toBeGreaterThanOrEqual(FILMS * FILM_BYTES)
  return bytes / MB / ((performance.now() - begun) / 1000)
}

async function downloadAddress(): Promise<string> {
  const answer = await keeper.fetch(`/memorial/${memorialId}/export`, { method: 'POST' })
  return server.url + ((await answer.json()) as Exported).download_path
}

it(
  `sends a page of ${GIGABYTES} GB at no less than half the rate of a handler that sends the same files, in little memory`,
  async () => {
    const [bares, ours, growths]: [number[], number[], number[]] = [[], [], []]
    for (let round = 0; round < ROUNDS; round++) {
      bares.push(await rate(bareUrl))
      const address = await downloadAddress()
      growths.push(await growthDuring(server.pid, async () => void ours.push(await rate(address))))
    }
    const share = median(ours) / median(bares)
    const line = (name: string, numbers: number[]) =>
      process.stdout.write(`${name}: ${numbers.map((number) => number.toFixed(2)).join(', ')}\n`)
    line('bare Fastify, MB/s', bares)
    line('ours, MB/s', ours)
    line('share of its rate', [share])
    line(
      'memory grew by, MB',
      growths.map((bytes) => bytes / MB),
    )
    expect(share).toBeGreaterThanOrEqual(SHARE_OF_BARE_RATE_MIN)
    expect(Math.max(...growths)).toBeLessThan(GROWTH_MAX_BYTES)
  },
  HOUR_MS,
)
