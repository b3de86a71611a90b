import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ask } from '@support/ask'
import { memorialForm } from '@support/memorial-form'
import { phonePhotograph } from '@support/photographs'
import { openAccount, type RemoteAccount } from '@support/remote-account'
import { type ServerProcess, startServerProcess } from '@support/server-process'
import { median } from './median'

const AT_ONCE = 12
const OWNERS = 4
const ROUNDS = 3
const TIMES_AS_LONG_MAX = 3
const ALONE_MS = 5000
const PAUSE_MS = 10
const MINUTES_10_MS = 600_000
const ASSET = '/default-photo.svg'

let folder: string
let server: ServerProcess
let owners: RemoteAccount[]

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pomnim-photographs-'))
  server = await startServerProcess({ DATA_DIR: folder, HOST: '127.0.0.1', NEW_ACCOUNT_MEMORIALS: '1000' })
  owners = []
  while (owners.length < OWNERS) owners.push(await openAccount(server, folder, `owner-${owners.length}@example.org`))
}, MINUTES_10_MS)
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

it(
  `an asset takes at most ${TIMES_AS_LONG_MAX} times as long while ${AT_ONCE} photographs come at once`,
  async () => {
    const photograph = await phonePhotograph()
    const send = async (nth: number) => {
      const body = memorialForm({}, { bytes: photograph })
      const answer = await owners[nth % OWNERS]?.fetch('/memorial/create', { method: 'POST', body })
      expect(answer?.status).toBe(201)
    }
    await send(0)
    const alone = await assetTimes(pause(ALONE_MS))
    const beside: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const sent = Promise.all(Array.from({ length: AT_ONCE }, (_, nth) => send(nth)))
      beside.push(...(await assetTimes(sent)))
    }

    const ratio = median(beside) / median(alone)
    process.stdout.write(
      `an asset: ${median(alone).toFixed(1)} ms, beside ${AT_ONCE} photographs ${median(beside).toFixed(1)} ms, ${ratio.toFixed(1)} times as long\n`,
    )
    expect(ratio).toBeLessThanOrEqual(TIMES_AS_LONG_MAX)
  },
  MINUTES_10_MS,
)

/** How long an asset takes each time, in milliseconds, until something else is done. */
async function assetTimes(work: Promise<unknown>): Promise<number[]> {
  const over = new AbortController()
  const done = work.finally(() => over.abort())
  const times: number[] = []
  while (!over.signal.aborted) {
    const begun = performance.now()
    const { status } = await ask(server.url.replace('localhost', '127.0.0.1') + ASSET)
    times.push(performance.now() - begun)
    expect(status).toBe(200)
    await pause(PAUSE_MS)
  }
  await done
  return times
}
