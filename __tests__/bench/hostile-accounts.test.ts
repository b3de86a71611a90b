import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { API_BASE_PATH } from '@contract/paths'
import { memorialForm } from '@support/memorial-form'
import { describeOnPostgres, type Postgres, startPostgres } from '@support/postgres'
import { openAccount, openAccountByLetter, type RemoteAccount } from '@support/remote-account'
import { freePort, type ServerProcess, startServerProcess } from '@support/server-process'
import { filesBelow } from '@support/stored-files'
import { until } from '@support/until'
import { type FloodRequest, startSending } from './hostile-floods'
import { holdsInto } from './hostile-holds'
import { HOSTILE_IMPORTS } from './hostile-imports'
import { type Attack, expectNobodyWaits, startVisitors, usualVisits, type Visitors } from './hostile-others'

/** What one account does to everybody else. */

const TIMEOUT_MS = 240_000
const UNFINISHED = 8
const EACH_BYTES = 40 * 1024 ** 2
const OF_ACCOUNT_MAX_BYTES = 200 * 1024 ** 2
const TRIALS_AT_ONCE = 20
const TRIALS_OF_SECOND = 5
const CREATES_OF_SECOND = 40

let folder: string
let holds: string
let server: ServerProcess
let port: number
let visitors: Visitors

async function start(more: Record<string, string> = {}): Promise<void> {
  folder = await mkdtemp(path.join(tmpdir(), 'pomnim-accounts-'))
  holds = path.join(folder, 'holds')
  port = await freePort()
  server = await startServerProcess({
    DATA_DIR: folder,
    HOST: '127.0.0.1',
    PORT: String(port),
    TRUST_PROXY: '1',
    NEW_ACCOUNT_MEMORIALS: '1000000',
    ...holdsInto(holds),
    ...more,
  })
  server = { ...server, url: `http://127.0.0.1:${port}` }
}

async function visit(victim: RemoteAccount): Promise<void> {
  const { id } = await victim.createMemorial({ public_status: 'true' })
  const headers = { 'x-forwarded-for': '203.0.113.7' }
  visitors = startVisitors(port, usualVisits({ page: id, email: victim.email, headers: [headers] }))
}

async function stop(): Promise<void> {
  visitors.stop()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}

const expectNoHarm = (what: string, attack: () => Promise<Attack>) =>
  expectNobodyWaits({ what, server: { pid: server.pid, holds }, visitors, attack })

describe('imports of one account', () => {
  let attackers = 0
  const newAttacker = () => openAccount(server, folder, `attacker-${++attackers}@example.org`)

  beforeAll(async () => {
    await start()
    await visit(await openAccount(server, folder, 'owner@example.org'))
  }, TIMEOUT_MS)
  afterAll(stop, TIMEOUT_MS)

  it(
    `hold no more than their share of the disk when ${UNFINISHED} of them never end, and nobody else waits`,
    async () => {
      let most = 0
      await expectNoHarm('imports that never end', async () => {
        const attack = sendUnfinishedImports(await newAttacker())
        return {
          async stop() {
            const bytes = await bytesOnDisk()
            process.stdout.write(`imports that never end: ${(bytes / 1024 ** 2).toFixed(0)} MB on the disk\n`)
            most = Math.max(most, bytes)
            return attack.stop()
          },
        }
      })
      expect(most).toBeLessThanOrEqual(OF_ACCOUNT_MAX_BYTES)
    },
    TIMEOUT_MS,
  )

  it(
    `are tried ${TRIALS_AT_ONCE} at once, and nobody else waits`,
    async () => {
      const [, make] = HOSTILE_IMPORTS.find(([what]) => what.startsWith('a tree of')) ?? []
      const form = new FormData()
      form.append('file', new Blob([new Uint8Array((await make?.()) ?? Buffer.alloc(0))]), 'tree.ged')
      const trial = await written('/memorial/import?dry_run=true', form)
      await expectNoHarm('trials of a large tree', async () => {
        const request = as(await newAttacker(), trial)
        return startSending({ port, atOnce: TRIALS_AT_ONCE, perSecond: TRIALS_OF_SECOND, requests: [request] })
      })
    },
    TIMEOUT_MS,
  )
})

describeOnPostgres(() => {
  let postgres: Postgres
  let database: pg.Client
  let attacker: RemoteAccount

  beforeAll(async () => {
    postgres = await startPostgres()
    const url = await postgres.makeDatabase()
    await start({ DATABASE_URL: url })
    database = new pg.Client({ connectionString: url })
    await database.connect()
    const query = (sql: string, values: string[]) => database.query<{ body_text: string }>(sql, values)
    await visit(await openAccountByLetter(server, 'owner@example.org', query))
    attacker = await openAccountByLetter(server, 'attacker@example.org', query)
  }, TIMEOUT_MS)
  afterAll(async () => {
    await database.end()
    await stop()
    await postgres.stop()
  }, TIMEOUT_MS)

  it(
    `nobody waits for the ${CREATES_OF_SECOND} pages that one account makes in a second`,
    async () => {
      const request = as(attacker, await written('/memorial/create', memorialForm()))
      await expectNoHarm('pages of one account', () =>
        startSending({ port, perSecond: CREATES_OF_SECOND, requests: [request] }),
      )
    },
    TIMEOUT_MS,
  )
})

/** A form as the body of a request, in a file. */
async function written(to: string, form: FormData): Promise<FloodRequest> {
  const response = new Response(form)
  const bodyFile = path.join(folder, 'body')
  await writeFile(bodyFile, Buffer.from(await response.arrayBuffer()))
  const headers = { 'content-type': response.headers.get('content-type') ?? '' }
  return { method: 'POST', path: API_BASE_PATH + to, headers, bodyFile }
}

function as({ token }: RemoteAccount, request: FloodRequest): FloodRequest {
  return { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } }
}

/** Of what is being received. */
async function bytesOnDisk(): Promise<number> {
  const sizes = [...(await filesBelow(path.join(folder, 'uploads'))).values()]
  return sizes.reduce((sum, size) => sum + size, 0)
}

function sendUnfinishedImports({ token }: RemoteAccount): Attack {
  const statuses: Record<string, number> = {}
  const sent = Array.from({ length: UNFINISHED }, () => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': String(2 * EACH_BYTES),
    }
    const asked = request({
      host: '127.0.0.1',
      port,
      method: 'POST',
      path: `${API_BASE_PATH}/memorial/import`,
      headers,
    })
    asked.on('response', (response) => {
      statuses[String(response.statusCode)] = (statuses[String(response.statusCode)] ?? 0) + 1
      response.resume()
    })
    asked.on('error', () => undefined)
    asked.write('--b\r\nContent-Disposition: form-data; name="photos"; filename="photos.zip"\r\n\r\n')
    asked.write(Buffer.alloc(EACH_BYTES))
    return asked
  })
  return {
    async stop() {
      for (const asked of sent) asked.destroy()
      // What was received is given back.
      await until(async () => (await bytesOnDisk()) === 0)
      return statuses
    },
  }
}
