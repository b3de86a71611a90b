import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { ARCHIVE_LIMIT_BYTES } from '@contract/limits'
import { archivePaths } from '@contract/archive'
import { API_BASE_PATH } from '@contract/paths'
import { uploadFilm, type Uploaded } from '@support/big-film'
import { growthDuring } from '@support/process-memory'
import { openAccount, type RemoteAccount } from '@support/remote-account'
import { type ServerProcess, startServerProcess } from '@support/server-process'

const ROUNDS = 5
const AT_ONCE = 8
const MB = 1024 ** 2
const GROWTH_MAX_BYTES = 64 * MB
const SHARE_OF_BARE_SPEED_MIN = 0.5

let folder: string
let server: ServerProcess
let bare: ChildProcessByStdio<null, Readable, null>
let bareUrl: string
let owner: RemoteAccount

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pomnim-bench-'))
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

const uploadUrl = () => `${server.url}${API_BASE_PATH}${archivePaths('video').create}`
const film = (memorialId: number) => ({ bytes: ARCHIVE_LIMIT_BYTES, memorialId, token: owner.token })

async function uploadToNewMemorial(): Promise<Uploaded> {
  const { id } = await owner.createMemorial({ rate_check: 'true' })
  const uploaded = await uploadFilm(uploadUrl(), film(id))
  expect([uploaded.status, uploaded.body]).toEqual([201, expect.stringContaining('recording.mp4')])
  await owner.deleteMemorial(id)
  return uploaded
}

function median(numbers: number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}

it('takes a film of 250 MB at no less than half the speed of a handler that throws it away', async () => {
  const [ours, bares, growths]: [number[], number[], number[]] = [[], [], []]
  for (let round = 0; round < ROUNDS; round++) {
    bares.push((await uploadFilm(bareUrl, film(1))).seconds)
    growths.push(
      await growthDuring(server.pid, async () => {
        ours.push((await uploadToNewMemorial()).seconds)
      }),
    )
  }
  const share = median(bares) / median(ours)
  report({
    'film, MB': ARCHIVE_LIMIT_BYTES / MB,
    'bare Fastify, s': bares,
    'ours, s': ours,
    'share of bare speed': share,
    'memory grew by, MB': growths.map((bytes) => bytes / MB),
  })
  expect(share).toBeGreaterThanOrEqual(SHARE_OF_BARE_SPEED_MIN)
  expect(Math.max(...growths)).toBeLessThanOrEqual(GROWTH_MAX_BYTES)
}, 300_000)

it(`takes ${AT_ONCE} of them at once`, async () => {
  let seconds: number[] = []
  const growth = await growthDuring(server.pid, async () => {
    const uploads = await Promise.all(Array.from({ length: AT_ONCE }, uploadToNewMemorial))
    seconds = uploads.map((uploaded) => uploaded.seconds)
  })
  report({ 'at once': AT_ONCE, 'each, s': seconds, 'memory grew by, MB': growth / MB })
}, 300_000)

function report(figures: Record<string, number | number[]>): void {
  const rounded = Object.entries(figures).map(
    ([name, value]) =>
      `${name}: ${[value]
        .flat()
        .map((n) => n.toFixed(2))
        .join(' ')}`,
  )
  process.stdout.write(`\n${rounded.join('\n')}\n`)
}
