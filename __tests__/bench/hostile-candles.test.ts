import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { API_BASE_PATH } from '@contract/paths'
import type { Candles } from '@contract/remembering'
import { openAccount } from '@support/remote-account'
import { type ServerProcess, startServerProcess } from '@support/server-process'
import { until } from '@support/until'
import { median } from './median'

/** A candle each of these times, for so long: 200 a second at one page. */
const LIT_EVERY_MS = 5
const LIT_FOR_MS = 8000
const PAGES = 14
const READ_EVERY_MS = 20
const OTHERS_WAIT_AT_MOST = 2
/** What is too short to be told apart from the noise of the machine. */
const NOISE_MS = 1

let folder: string
let server: ServerProcess
let lit: number
let others: number[]

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pomnim-bench-'))
  server = await startServerProcess({ DATA_DIR: folder, TRUST_PROXY: '1', NEW_ACCOUNT_MEMORIALS: '100' })
  const owner = await openAccount(server, folder, 'owner@example.org')
  const make = async () => (await owner.createMemorial({ public_status: 'true' })).id
  lit = await make()
  others = []
  while (others.length < PAGES) others.push(await make())
}, 120_000)

afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

it(`lights 200 candles a second at one page, and readers of it and of ${PAGES} others wait no longer`, async () => {
  const pages = [lit, ...others]
  await readFor(LIT_FOR_MS / 4, pages)
  const quiet = await readFor(LIT_FOR_MS, pages)
  const lighting = light()
  const busy = await readFor(LIT_FOR_MS, pages)
  const statuses = await lighting
  process.stdout.write(
    `${statuses.length} candles in ${LIT_FOR_MS} ms; a page took ${median(quiet).toFixed(2)} ms before and ` +
      `${median(busy).toFixed(2)} ms meanwhile (p95 ${share(quiet).toFixed(2)} and ${share(busy).toFixed(2)})\n`,
  )
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(median(busy)).toBeLessThan(OTHERS_WAIT_AT_MOST * Math.max(NOISE_MS, median(quiet)))
  const count = async () => {
    const answer = await fetch(`${server.url}${API_BASE_PATH}/memorial/${lit}/candles`)
    return ((await answer.json()) as Candles).lit_in_all
  }
  await until(async () => (await count()) === statuses.length)
}, 120_000)

/** Each from an address of its own; the statuses. */
async function light(): Promise<number[]> {
  const sent: Promise<number>[] = []
  const start = performance.now()
  while (performance.now() - start < LIT_FOR_MS) {
    const count = sent.length
    const address = `10.${randomInt(256)}.${count >> 8}.${count & 255}`
    const asked = fetch(`${server.url}${API_BASE_PATH}/memorial/${lit}/candle`, {
      method: 'POST',
      headers: { 'x-forwarded-for': address },
    })
    sent.push(asked.then(async (answer) => (await answer.arrayBuffer(), answer.status)))
    const ahead = start + LIT_EVERY_MS * sent.length - performance.now()
    if (ahead > 0) await pause(ahead)
  }
  return Promise.all(sent)
}

/** Reads the pages as guests do, one after another; how long each took, in milliseconds. */
async function readFor(ms: number, pages: number[]): Promise<number[]> {
  const taken: number[] = []
  const end = performance.now() + ms
  while (performance.now() < end) {
    const start = performance.now()
    const answer = await fetch(`${server.url}${API_BASE_PATH}/memorial/${pages[taken.length % pages.length]}`)
    await answer.arrayBuffer()
    taken.push(performance.now() - start)
    await pause(READ_EVERY_MS)
  }
  return taken
}

function share(taken: number[]): number {
  return taken.toSorted((one, other) => one - other)[Math.floor(0.95 * taken.length)] ?? NaN
}
