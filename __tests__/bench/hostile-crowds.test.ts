import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { API_BASE_PATH } from '@contract/paths'
import { describeOnCaddy, startCaddy } from '@support/caddy'
import { ADDRESS_HEADER, describeOnNginx, startNginx } from '@support/nginx'
import type { StartProxy } from '@support/proxies'
import { openAccount } from '@support/remote-account'
import { freePort, type ServerProcess, startServerProcess } from '@support/server-process'
import { sendUnfinishedBodies } from '@support/unfinished-bodies'
import { until } from '@support/until'
import { FLOODS, type Flooded, startFlood } from './hostile-floods'
import { holdsInto } from './hostile-holds'
import { expectNobodyWaits, startVisitors, usualVisits, VISITOR_ADDRESSES, type Visitors } from './hostile-others'

const TIMEOUT_MS = 240_000
const PIN = '4806'
/** More than the server has connections. */
const BODIES = 2100
const ATTACKER = '192.0.2.7'

let folder: string
let holds: string
let server: ServerProcess
let serverPort: number
let accounts = 0

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pomnim-crowds-'))
  holds = path.join(folder, 'holds')
  serverPort = await freePort()
  server = await startServerProcess({
    DATA_DIR: folder,
    HOST: '127.0.0.1',
    PORT: String(serverPort),
    TRUST_PROXY: '1',
    ...holdsInto(holds),
  })
}, TIMEOUT_MS)
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}, TIMEOUT_MS)

describe('without a proxy', () => defineFloods(undefined, 'x-forwarded-for'))
describeOnNginx(() => defineFloods((port, upstream) => startNginx(port, [upstream]), ADDRESS_HEADER))
// Caddy believes nobody's word: there the whole crowd has one address.
describeOnCaddy(() => defineFloods(startCaddy, undefined))

/** Of an account of its own: so many wrong passwords lock out all networks from which it has not signed in. */
async function makeFlooded(): Promise<Flooded> {
  const direct = { ...server, url: `http://127.0.0.1:${serverPort}` }
  const owner = await openAccount(direct, folder, `owner-${++accounts}@example.org`)
  await owner.fetch('/users/me/set-pin', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ pin_code: PIN }),
  })
  const { id: open } = await owner.createMemorial({ public_status: 'true' })
  const { id: closed } = await owner.createMemorial({ public_status: 'false' })
  return { open, closed, victim: owner.email }
}

/** `fromHeader`: where a request says whom it comes from. */
function defineFloods(startProxy: StartProxy | undefined, fromHeader: string | undefined): void {
  let port: number
  let proxy: Awaited<ReturnType<StartProxy>> | undefined
  let visitors: Visitors
  let flooded: Flooded
  const from = (address: string) => (fromHeader ? { [fromHeader]: address } : {})

  beforeAll(async () => {
    port = startProxy ? await freePort() : serverPort
    proxy = await startProxy?.(port, serverPort)
    flooded = await makeFlooded()
    visitors = startVisitors(
      port,
      usualVisits({ page: flooded.open, email: flooded.victim, headers: VISITOR_ADDRESSES.map(from) }),
    )
  }, TIMEOUT_MS)
  afterAll(async () => {
    visitors.stop()
    await proxy?.stop()
  }, TIMEOUT_MS)

  it.each(FLOODS)(
    'answers everybody else while there is a flood of $what',
    (flood) =>
      expectNobodyWaits({
        what: flood.what,
        server: { pid: server.pid, holds },
        visitors,
        attack: () => startFlood(flood, { port, flooded, headers: from(flood.from) }),
      }),
    TIMEOUT_MS,
  )

  it.each([
    ['that a proxy holds until they are whole', '/auth/login'],
    ['that are passed on as they come', '/memories/create'],
  ])(
    `answers everybody else while one address sends ${BODIES} bodies that never come, %s`,
    (which, target) =>
      expectNobodyWaits({
        what: `bodies ${which}`,
        server: { pid: server.pid, holds },
        visitors,
        async attack() {
          const attack = await sendUnfinishedBodies(port, BODIES, API_BASE_PATH + target, from(ATTACKER))
          await until(() => attack.begun() >= BODIES)
          return { stop: () => Promise.resolve((attack.stop(), { begun: attack.begun() })) }
        },
      }),
    TIMEOUT_MS,
  )
}
