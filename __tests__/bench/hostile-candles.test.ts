import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { API_BASE_PATH } from '@contract/paths'
import type { CandleCounts } from '@contract/remembering'
import { openAccount } from '@support/remote-account'
import { freePort, type ServerProcess, startServerProcess } from '@support/server-process'
import { until } from '@support/until'
import { startSending } from './hostile-floods'
import { holdsInto } from './hostile-holds'
import { expectNobodyWaits, startVisitors, type Visit, type Visitors } from './hostile-others'

const CANDLES_OF_SECOND = 200
/** Each address lights one candle a day. */
const NO_MORE_OF_ROUND = 100_000
const PAGES = 14

let folder: string
let holds: string
let port: number
let server: ServerProcess
let lit: number
let visitors: Visitors

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pomnim-bench-'))
  holds = path.join(folder, 'holds')
  port = await freePort()
  server = await startServerProcess({
    DATA_DIR: folder,
    PORT: String(port),
    TRUST_PROXY: '1',
    NEW_ACCOUNT_MEMORIALS: '100',
    ...holdsInto(holds),
  })
  const owner = await openAccount(server, folder, 'owner@example.org')
  const make = async () => (await owner.createMemorial({ public_status: 'true' })).id
  lit = await make()
  const others: number[] = []
  while (others.length < PAGES) others.push(await make())
  const read = (kind: string, id: number): Visit => ({
    kind,
    method: 'GET',
    path: `${API_BASE_PATH}/memorial/${id}`,
    headers: { 'x-forwarded-for': '203.0.113.7' },
  })
  visitors = startVisitors(port, [[read('the lit page', lit)], others.map((id) => read('other pages', id))])
}, 120_000)

afterAll(async () => {
  visitors.stop()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

it(`lights ${CANDLES_OF_SECOND} candles a second at one page, and readers of it and of ${PAGES} others wait no longer`, async () => {
  const candle = {
    method: 'POST',
    path: `${API_BASE_PATH}/memorial/${lit}/candle`,
    headers: { 'x-forwarded-for': '{ip}' },
  }
  const candles = { port, perSecond: CANDLES_OF_SECOND, requests: [candle] }
  let first = 0
  const before = await count()
  const statuses = await expectNobodyWaits({
    what: 'candles',
    server: { pid: server.pid, holds },
    visitors,
    attack: () => startSending({ ...candles, first: (first += NO_MORE_OF_ROUND) }),
  })

  expect(new Set(statuses.flatMap((round) => Object.keys(round)))).toEqual(new Set(['200']))
  const answered = statuses.reduce((sum, round) => sum + (round['200'] ?? 0), 0)
  await until(async () => (await count()) - before === answered)
}, 120_000)

async function count(): Promise<number> {
  const answer = await fetch(`${server.url}${API_BASE_PATH}/memorial/${lit}/candles`)
  return ((await answer.json()) as CandleCounts).lit_in_all
}
