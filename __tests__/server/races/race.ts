import type { LightMyRequestResponse } from 'fastify'
import { expectRowsAndFilesToAgree } from '@support/agreement'
import { describeOnPostgres } from '@support/postgres'
import { sharedPostgres, type SharedPostgres } from '@support/worker/shared-postgres'
import { repeats } from '@support/repeats'
import { startTestApp, type TestApp } from '@support/server-app'

const RACES = repeats({ usually: 1, thoroughly: 50 })

/** Prepares a race on a server. Returns a function that runs one round. */
export type Race = (server: TestApp) => Promise<(round: number) => Promise<void>>

/** One race at most, on a machine that does much else. */
const RACE_MS = 30_000

/**
 * Runs each race on both engines. The embedded one has a single session, so its transactions run one after another; in
 * PostgreSQL they overlap.
 */
export function onEachEngine(races: Record<string, Race>, env: Record<string, string> = {}): void {
  let server: TestApp
  const names = Object.entries(races)
  const runAll = () =>
    it.each(names)(
      `%s, ${RACES} times`,
      async (_name, prepare) => {
        const run = await prepare(server)
        for (let round = 0; round < RACES; round++) await run(round)
      },
      RACE_MS * RACES,
    )

  describe('on the embedded database', () => {
    beforeAll(async () => {
      server = await startTestApp(env)
    })
    afterAll(() => server.close())
    runAll()
  })

  describeOnPostgres(() => {
    let postgres: SharedPostgres
    beforeAll(async () => {
      postgres = await sharedPostgres()
      server = await startTestApp({ ...env, DATABASE_URL: await postgres.makeMigratedDatabase() })
    })
    afterAll(async () => {
      await server.close()
    })
    runAll()
  })
}

/** Rows, files and what is counted say the same, also after the removals that are under way. */
export async function expectAgreement({ db, dataDir, storedFiles }: TestApp): Promise<void> {
  await expectRowsAndFilesToAgree(db, dataDir, storedFiles)
}

/** The statuses of requests sent at once, lowest first. */
export async function statusesOf(requests: Promise<LightMyRequestResponse>[]): Promise<number[]> {
  return (await Promise.all(requests)).map(({ statusCode }) => statusCode).sort()
}
