import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { archivePaths } from '@contract/archive'
import { ARCHIVE_LIMIT_BYTES } from '@contract/limits'
import { API_BASE_PATH } from '@contract/paths'
import { type FilmUpload, uploadFilm, writeFilm } from '@support/big-film'
import { growthDuring } from '@support/process-memory'
import { openAccount, type RemoteAccount } from '@support/remote-account'
import { type ServerProcess, startServerProcess } from '@support/server-process'
import { median } from './median'
import { uploadRaw } from './raw-upload'

const ROUNDS = 7
const AT_ONCE = 8
const MB = 1024 ** 2
const GROWTH_MAX_BYTES = 64 * MB
const SHARE_OF_BARE_SPEED_MIN = 0.5

type Send = (url: string, upload: FilmUpload) => Promise<Response>

let folder: string
let film: string
let server: ServerProcess
let bare: ChildProcessByStdio<null, Readable, null>
let bareUrl: string
let owner: RemoteAccount

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pomnim-bench-'))
  film = path.join(folder, 'film.mp4')
  await writeFilm(film, ARCHIVE_LIMIT_BYTES)
  server = await startServerProcess({ DATA_DIR: folder, NEW_ACCOUNT_MEMORIALS: '100', NEW_ACCOUNT_ADVANCED: '100' })
  owner = await openAccount(server, folder, 'owner@example.org')
  bare = spawn(process.execPath, [path.resolve('__tests__/support/bare-upload-server.cjs')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [port] = (await once(bare.stdout, 'data')) as [Buffer]
  bareUrl = `http://localhost:${port.toString().trim()}/`
})
afterAll(async () => {
  bare.kill()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Seconds that the whole takes, from the first byte sent to the answer. */
async function seconds(send: Send, url: string, memorialId: number, status: number): Promise<number> {
  const started = performance.now()
  const response = await send(url, { file: film, memorialId, token: owner.token })
  await response.text()
  expect(response.status).toBe(status)
  return (performance.now() - started) / 1000
}

async function secondsOfOurs(send: Send): Promise<number> {
  const { id } = await owner.createMemorial({ rate_check: 'true' })
  const url = `${server.url}${API_BASE_PATH}${archivePaths('video').create}`
  const taken = await seconds(send, url, id, 201)
  await owner.deleteMemorial(id)
  return taken
}

/** Both by turns, so that whatever else the machine does is shared. */
async function compare(how: string, send: Send): Promise<{ share: number; growths: number[] }> {
  const [bares, ours, growths]: [number[], number[], number[]] = [[], [], []]
  for (let round = 0; round < ROUNDS; round++) {
    bares.push(await seconds(send, bareUrl, 1, 200))
    growths.push(await growthDuring(server.pid, async () => void ours.push(await secondsOfOurs(send))))
  }
  const share = median(bares) / median(ours)
  report(`250 MB ${how}`, { 'bare Fastify, s': bares, 'ours, s': ours, 'share of its speed': [share] })
  report('', { 'memory grew by, MB': growths.map((bytes) => bytes / MB) })
  return { share, growths }
}

it('takes a film as a page sends it at no less than half the speed of a handler that throws it away', async () => {
  const { share, growths } = await compare('as a page sends them', uploadFilm)
  expect(share).toBeGreaterThanOrEqual(SHARE_OF_BARE_SPEED_MIN)
  expect(Math.max(...growths)).toBeLessThanOrEqual(GROWTH_MAX_BYTES)
}, 300_000)

// Here sender, receiver and disk share the machine's cores, so the figure is of this machine more than of the server.
it('takes a film as fast as this machine can send it', async () => {
  await compare('as fast as this machine can send them', uploadRaw)
}, 300_000)

it(`takes ${AT_ONCE} films at once`, async () => {
  let taken: number[] = []
  const growth = await growthDuring(server.pid, async () => {
    taken = await Promise.all(Array.from({ length: AT_ONCE }, () => secondsOfOurs(uploadRaw)))
  })
  report(`${AT_ONCE} times 250 MB at once`, { 'each, s': taken, 'memory grew by, MB': [growth / MB] })
}, 300_000)

function report(title: string, figures: Record<string, number[]>): void {
  const lines = Object.entries(figures).map(
    ([name, values]) => `  ${name}: ${values.map((n) => n.toFixed(2)).join(' ')}`,
  )
  process.stdout.write([title, ...lines, ''].join('\n'))
}
