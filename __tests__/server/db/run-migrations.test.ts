import { type Kysely, sql } from 'kysely'
import { connect, createPool } from '@server/db/connect'
import { createIndexOnline } from '@server/db/online-index'
import { MigrationError } from '@server/db/errors'
import { runMigrations, type TableMigration } from '@server/db/run-migrations'
import type { Db } from '@server/db/schema'
import { serverSnapshot } from '@server/db/snapshot'
import { describeOnPostgres } from '@support/postgres'
import { sharedPostgres, type SharedPostgres } from '@support/worker/shared-postgres'
import { until } from '@support/until'

/** Longer than a migration may keep anybody waiting. */
const NOBODY_WAITS_MS = 4000
const TEST_MS = 180_000

const plain = (statement: string): TableMigration => ({
  up: async (db: Kysely<unknown>) => void (await sql.raw(statement).execute(db)),
})
const ONE = { '0001-one': plain('create table people (id integer primary key, name text)') }
const TWO = { ...ONE, '0002-two': plain('alter table people add column age integer') }

describeOnPostgres(() => {
  let postgres: SharedPostgres
  let url: string
  let db: Db
  let other: Db

  beforeAll(async () => {
    postgres = await sharedPostgres()
  })
  beforeEach(async () => {
    url = await postgres.makeDatabase()
    db = connect(createPool({ connectionString: url, max: 1 }))
    other = connect(createPool({ connectionString: url }))
    await runMigrations(db, ONE)
  })
  afterEach(async () => {
    await Promise.all([db.destroy(), other.destroy()])
  })

  const done = async () => {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(other)
    return rows.map(({ name }) => name)
  }

  /** A transaction that has read the table and goes on, as a copy of all rows does. */
  async function readingTransaction() {
    const transaction = await other.startTransaction().setIsolationLevel('repeatable read').execute()
    await sql`select count(*) from people`.execute(transaction)
    return transaction
  }

  it(
    'waits for a long reader so that nobody waits behind it, and goes on when the reader has ended',
    async () => {
      const reader = await readingTransaction()
      const reasons: string[] = []
      let isOver = false
      const migrating = runMigrations(db, TWO, { onWait: (reason) => reasons.push(reason) }).finally(
        () => (isOver = true),
      )
      let longest = 0
      while (reasons.length === 0) {
        const start = performance.now()
        await sql`insert into people (id) values (${Math.floor(start * 1000) % 2_000_000_000})`.execute(other)
        longest = Math.max(longest, performance.now() - start)
        expect(isOver).toBe(false)
      }
      expect(longest).toBeLessThan(NOBODY_WAITS_MS)
      expect(reasons).toEqual([expect.stringContaining('migration 0002-two waits for tables that others use')])
      await reader.rollback().execute()
      await migrating
      expect(await done()).toEqual(['0001-one', '0002-two'])
      await sql`select age from people`.execute(other)
    },
    TEST_MS,
  )

  it(
    'gives up with a sentence when the reader does not end, and changes nothing',
    async () => {
      const reader = await readingTransaction()
      await expect(runMigrations(db, TWO, { waitTimeoutMs: 0 })).rejects.toThrow(
        /^migration 0002-two waits for tables that others use \(the oldest transaction is that of process \d+, .*\): end that and start again$/,
      )
      await reader.rollback().execute()
      expect(await done()).toEqual(['0001-one'])
    },
    TEST_MS,
  )

  it('keeps the migrations that were done before one that fails', async () => {
    const broken = { ...TWO, '0003-three': plain('alter table people add column age text') }
    await expect(runMigrations(db, broken)).rejects.toMatchObject({ code: '42701' })
    expect(await done()).toEqual(['0001-one', '0002-two'])
    await runMigrations(db, { ...TWO, '0003-three': plain('alter table people add column height integer') })
    expect(await done()).toEqual(['0001-one', '0002-two', '0003-three'])
  })

  it('refuses to begin while a backup is being made, and a backup while they run', async () => {
    const backup = await serverSnapshot(url)
    const refused = runMigrations(db, TWO)
    await expect(refused).rejects.toThrow(MigrationError)
    await expect(refused).rejects.toThrow('a backup is being made: start again when it has ended')
    // A start that has nothing to change is not held up.
    await runMigrations(db, ONE)
    await backup.close()

    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    const slow: TableMigration = { up: () => held }
    const migrating = runMigrations(db, { ...TWO, '0003-slow': slow })
    await until(async () => (await done()).includes('0002-two'))
    await expect(serverSnapshot(url)).rejects.toThrow('the tables are being brought to another release')
    release()
    await migrating
    await (await serverSnapshot(url)).close()
  })

  it('runs each once when several processes start at once', async () => {
    const second = connect(createPool({ connectionString: url, max: 1 }))
    await Promise.all([runMigrations(db, TWO), runMigrations(second, TWO)])
    await second.destroy()
    expect(await done()).toEqual(['0001-one', '0002-two'])
  })

  it('builds an index while others write the table, also after an attempt that failed', async () => {
    const online: TableMigration = {
      isOnline: true,
      up: (database: Kysely<unknown>) => createIndexOnline(database, 'people_by_name', 'on people (name)'),
    }
    // A unique index that two equal rows break stays behind, and is never used.
    await sql`insert into people (id, name) values (1, 'Анна'), (2, 'Анна')`.execute(other)
    const failing = sql`create unique index concurrently people_by_name on people (name)`.execute(other)
    await expect(failing).rejects.toMatchObject({ code: '23505' })

    await runMigrations(db, TWO)
    const writer = await other.startTransaction().execute()
    await sql`update people set name = 'Пётр' where id = 1`.execute(writer)
    const migrating = runMigrations(db, { ...TWO, '0003-index': online })
    await until(async () => (await locksWaitedFor()) > 0)
    // Nobody waits behind it.
    await other.transaction().execute(async (tx) => {
      await sql`set local lock_timeout = 500`.execute(tx)
      await sql`insert into people (id, name) values (3, 'Вера')`.execute(tx)
    })
    await writer.commit().execute()
    await migrating
    const { rows } = await sql`select indisvalid, indisunique from pg_index
      where indexrelid = 'people_by_name'::regclass`.execute(other)
    expect(rows).toEqual([{ indisvalid: true, indisunique: false }])
    expect(await done()).toContain('0003-index')
  })

  async function locksWaitedFor(): Promise<number> {
    const { rows } = await sql`select from pg_locks where not granted`.execute(other)
    return rows.length
  }
})
