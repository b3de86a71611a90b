import { tmpdir } from 'node:os'
import path from 'node:path'
import { type OpenDatabase, openDatabase } from '@server/db/open-database'
import type { Db } from '@server/db/schema'
import { createPostman } from '@server/mail/postman'
import { enqueueLetter } from '@server/mail/queue'
import { createMediaRemovals } from '@server/media/removals'
import { scheduleRemoval } from '@server/media/repository'
import type { FileStore } from '@server/storage/file-store'
import { describeOnPostgres } from '@support/postgres'
import { sharedPostgres, type SharedPostgres } from '@support/worker/shared-postgres'
import { LETTERS } from '../mail/waiting-letter'

const PROCESSES = 3
const STARTS = 10
const WORK = Array.from({ length: 100 }, (_, index) => `piece-${index}`)
const BRIEF_WORK_MS = 2

describeOnPostgres(() => {
  let postgres: SharedPostgres
  let processes: OpenDatabase[] = []

  /** Several servers with one database, each with its own connections. */
  async function startProcesses(): Promise<void> {
    const databaseUrl = await postgres.makeDatabase()
    const starts = Array.from({ length: PROCESSES }, () =>
      openDatabase({ databaseUrl, dataDir: path.join(tmpdir(), 'unused') }, () => undefined),
    )
    const started = await Promise.allSettled(starts)
    processes = started.flatMap((start) => (start.status === 'fulfilled' ? start.value : []))
    expect(started.filter(({ status }) => status === 'rejected')).toEqual([])
  }
  const database = (): Db => processes[0]?.db as Db

  beforeAll(async () => {
    postgres = await sharedPostgres()
  })
  afterEach(() => Promise.all(processes.map((process) => process.close())))

  /** All servers work at the same time. Returns what each of them did. */
  async function shareOut(
    start: (db: Db, does: (piece: string) => Promise<void>) => Promise<void>,
  ): Promise<string[][]> {
    const done = processes.map((): string[] => [])
    await Promise.all(
      processes.map(({ db }, index) =>
        start(db, async (piece) => {
          done[index]?.push(piece)
          await new Promise((resolve) => setTimeout(resolve, BRIEF_WORK_MS))
        }),
      ),
    )
    return done
  }

  it('delivers each letter once, and has every process deliver some', async () => {
    await startProcesses()
    for (const piece of WORK) await enqueueLetter(database(), piece, LETTERS.passwordChanged())

    const delivered = await shareOut((db, deliver) =>
      createPostman({ db, transport: { send: ({ recipient }) => deliver(recipient) }, log }).deliverDue(),
    )

    expect(delivered.flat().sort()).toEqual([...WORK].sort())
    expect(delivered).not.toContainEqual([])
  })

  it('removes each file once, and has every process remove some', async () => {
    await startProcesses()
    for (const piece of WORK) await scheduleRemoval(database(), piece, 0)

    const removed = await shareOut((db, remove) =>
      createMediaRemovals({ db, store: { removeFolder: remove } as FileStore, log }).removeDue(),
    )

    expect(removed.flat().sort()).toEqual([...WORK].sort())
    expect(removed).not.toContainEqual([])
    expect(await database().selectFrom('media_removals').selectAll().execute()).toEqual([])
  })

  it(`makes the tables of an empty database once when several processes start, ${STARTS} times`, async () => {
    for (let start = 0; start < STARTS; start++) {
      await startProcesses()
      expect(await database().selectFrom('letters').selectAll().execute()).toEqual([])
      await Promise.all(processes.splice(0).map((process) => process.close()))
    }
  })
})

const log = {
  error(details: object): void {
    throw new Error('no process may stumble over another', { cause: details })
  },
}
