import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { processorMsOf } from '@server/lib/process-usage'
import path from 'node:path'
import { describeOnPostgres, type Postgres, startPostgres } from '@support/postgres'
import { type ServerProcess, startServerProcess } from '@support/server-process'
import { makeThousandMemorials } from '@support/thousand-memorials'
import { listsThatDiffer } from './lists-that-differ'
import { median } from './median'
import { rateMeter, ROUND_SECONDS, ROUNDS, WARM_UP_SECONDS } from './rate-meter'

const RATIO_MIN = 1.7
/** Two processes, whoever asks each of them, and PostgreSQL. With fewer they share what one has. */
const CORES_FOR_TWO = 6
const MINUTES_10_MS = 600_000

describeOnPostgres(() => {
  let dataDir: string
  let postgres: Postgres
  let servers: ServerProcess[]

  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'pomnim-two-'))
    postgres = await startPostgres()
    const databaseUrl = await postgres.makeDatabase()
    await makeThousandMemorials({ databaseUrl, dataDir })
    const start = (name: string) =>
      startServerProcess({
        DATA_DIR: path.join(dataDir, name),
        DATABASE_URL: databaseUrl,
        SECRET_KEY: 'of-both-processes-of-one-installation',
        HOST: '127.0.0.1',
      })
    servers = [await start('first'), await start('second')]
  }, MINUTES_10_MS)
  afterAll(async () => {
    for (const server of servers) await server.stop()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  })

  it(
    'two processes answer more lists a second than one, where there are cores for them',
    async () => {
      const meters = servers.map(({ url }) => rateMeter(url, listsThatDiffer()))
      for (const meter of meters) await meter(WARM_UP_SECONDS)
      const [first] = meters as [(typeof meters)[number]]
      const alone: Measured[] = []
      const together: Measured[] = []
      for (let round = 0; round < ROUNDS; round++) {
        alone.push(await measured([first]))
        together.push(await measured(meters))
      }

      const ratio = median(together.map(({ rate }, round) => rate / (alone[round]?.rate ?? 0)))
      const cores = availableParallelism()
      const told = (all: Measured[]) =>
        `${all.map(({ rate }) => Math.round(rate)).join(' ')} a second, ` +
        `${median(all.map(({ msOfEach }) => msOfEach)).toFixed(3)} ms of a processor for each`
      process.stdout.write(
        `two processes on PostgreSQL: ${ratio.toFixed(2)} of one, on ${cores} cores (one: ${told(alone)}; two: ${told(together)})\n`,
      )
      // What a list costs its process does not grow with the other process: they do not stand in each other's way.
      const costOf = (all: Measured[]) => median(all.map(({ msOfEach }) => msOfEach))
      expect(costOf(together)).toBeLessThan((costOf(alone) * 2) / RATIO_MIN)
      if (cores >= CORES_FOR_TWO) expect(ratio).toBeGreaterThanOrEqual(RATIO_MIN)
    },
    MINUTES_10_MS,
  )

  interface Measured {
    /** Answers a second. */
    rate: number
    /** Processor time of the servers. */
    msOfEach: number
  }

  async function measured(meters: ReturnType<typeof rateMeter>[]): Promise<Measured> {
    const usedBefore = processorMs()
    const rates = await Promise.all(meters.map((meter) => meter(ROUND_SECONDS)))
    const rate = rates.reduce((all, one) => all + one, 0)
    return { rate, msOfEach: (processorMs() - usedBefore) / (rate * ROUND_SECONDS) }
  }

  const processorMs = () => servers.reduce((all, { pid }) => all + (processorMsOf(pid) ?? 0), 0)
})
