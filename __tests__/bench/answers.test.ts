import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { API_BASE_PATH } from '@contract/paths'
import { type Installation, startInstallation } from '@support/installation'
import { memorialForm } from '@support/memorial-form'
import { phonePhotograph } from '@support/photographs'
import { describeOnPostgres, type Postgres, startPostgres } from '@support/postgres'
import { openAccount, type RemoteAccount } from '@support/remote-account'
import { type ServerProcess, startServerProcess } from '@support/server-process'
import { makeThousandMemorials } from '@support/thousand-memorials'
import { memoryOfTree } from '@support/tree-memory'
import { compareWithBare } from './compare-with-bare'
import { LIST, listsThatDiffer } from './lists-that-differ'

const KEPT_RATIO_MIN = 1 / 2
const LIST_RATIO_MIN = { embedded: 1 / 12, postgres: 1 / 8 }
const MEMORY_MAX_MB = 450
const PHOTOGRAPHS = 5
/** Processes that open pictures end after half a minute without work. */
const REST_MS = 40_000
const MINUTES_10_MS = 600_000

const PAGE = `${API_BASE_PATH}/memorial/7`

/** At least `least` of the rate of a bare Fastify. */
async function compare(what: string, url: string, paths: string[], least: number): Promise<void> {
  const { ratio, rates } = await compareWithBare(url, paths)
  const figures = `ours ${rates.ours.join(' ')}; bare ${rates.bare.join(' ')} a second`
  process.stdout.write(`${what}: ${ratio.toFixed(3)} of a bare Fastify, at least ${least.toFixed(3)} (${figures})\n`)
  expect(ratio).toBeGreaterThanOrEqual(least)
}

describe('a whole installation on the embedded database', () => {
  let dataDir: string
  let installation: Installation
  let url: string

  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'pomnim-answers-'))
    await makeThousandMemorials({ databaseUrl: undefined, dataDir })
    installation = await startInstallation({ DATA_DIR: dataDir, DEMO_CONTENT: 'off', HOST: '127.0.0.1' })
    url = installation.url.replace('localhost', '127.0.0.1')
  }, MINUTES_10_MS)
  afterAll(async () => {
    await installation.stop()
    await rm(dataDir, { recursive: true, force: true })
  })

  it(
    'answers a list that differs each time',
    async () => {
      await compare('embedded, a list that differs', url, listsThatDiffer(), LIST_RATIO_MIN.embedded)
    },
    MINUTES_10_MS,
  )

  it.each([
    ['list', LIST],
    ['page', PAGE],
  ])(
    'answers a %s that is kept',
    async (what, address) => {
      await compare(`embedded, a ${what} that is kept`, url, [address], KEPT_RATIO_MIN)
    },
    MINUTES_10_MS,
  )

  async function printedMemory(when: string) {
    const memory = await memoryOfTree(installation.pid)
    const lines = [`memory ${when}, RSS / PSS in MB: ${memory.rss} / ${memory.pss}`, ...memory.processes]
    process.stdout.write(`${lines.join('\n  ')}\n`)
    return memory
  }

  it(
    `holds at most ${MEMORY_MAX_MB} MB after all that and some photographs`,
    async () => {
      const owner = await openAccount({ url } as ServerProcess, dataDir, 'owner@example.org')
      for (let photo = 0; photo < PHOTOGRAPHS; photo++) await sendPhotograph(owner)

      // Pages that processes share are counted once: all of them are one program and its packages. As RSS they are counted
      // for each process, which is more than the machine has to have.
      expect((await printedMemory('right after the work')).pss).toBeLessThanOrEqual(MEMORY_MAX_MB)
      await new Promise((resolve) => setTimeout(resolve, REST_MS))
      expect((await printedMemory('after a rest')).rss).toBeLessThanOrEqual(MEMORY_MAX_MB)
    },
    MINUTES_10_MS,
  )
})

describeOnPostgres(() => {
  let dataDir: string
  let postgres: Postgres
  let server: ServerProcess
  let url: string

  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'pomnim-answers-'))
    postgres = await startPostgres()
    const databaseUrl = await postgres.makeDatabase()
    await makeThousandMemorials({ databaseUrl, dataDir })
    server = await startServerProcess({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, HOST: '127.0.0.1' })
    url = server.url.replace('localhost', '127.0.0.1')
  }, MINUTES_10_MS)
  afterAll(async () => {
    await server.stop()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  })

  it(
    'answers a list that differs each time',
    async () => {
      await compare('PostgreSQL, a list that differs', url, listsThatDiffer(), LIST_RATIO_MIN.postgres)
    },
    MINUTES_10_MS,
  )

  it(
    'answers a list that is kept',
    async () => {
      await compare('PostgreSQL, a list that is kept', url, [LIST], KEPT_RATIO_MIN)
    },
    MINUTES_10_MS,
  )
})

async function sendPhotograph(owner: RemoteAccount): Promise<void> {
  const body = memorialForm({}, { bytes: await phonePhotograph() })
  const { status } = await owner.fetch('/memorial/create', { method: 'POST', body })
  expect(status).toBe(201)
}
