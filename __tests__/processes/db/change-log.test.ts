import { setTimeout as pause } from 'node:timers/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { TRUST_MS } from '@server/db/change-log'
import { type OpenDatabase, openDatabase } from '@server/db/open-database'
import { type TaggedCache, createTaggedCache } from '@server/lib/tagged-cache'
import { type DatabaseLine, layDatabaseLine } from '@support/database-line'
import { describeOnPostgres, type Postgres, startPostgres } from '@support/postgres'
import { until } from '@support/until'

const LISTS = 'memorials'
const ANSWER = 'an answer'

describeOnPostgres(() => {
  let postgres: Postgres
  let databaseUrl: string
  let line: DatabaseLine
  let ours: OpenDatabase
  let answers: TaggedCache<string>
  let other: OpenDatabase

  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres.stop())
  beforeEach(async () => {
    databaseUrl = await postgres.makeDatabase()
    line = await layDatabaseLine(databaseUrl)
    ours = await start(line.url)
    other = await start(databaseUrl)
    answers = createTaggedCache({ maxBytes: 1000 })
    ours.changes.follow(answers)
  })
  afterEach(async () => {
    line.remove()
    await Promise.all([ours.close(), other.close()])
  })

  const start = (url: string) =>
    openDatabase({ databaseUrl: url, dataDir: path.join(tmpdir(), 'unused') }, () => undefined)
  const ask = async (statement: string) => {
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    try {
      return await client.query(statement)
    } finally {
      await client.end()
    }
  }
  const keep = () => answers.set(answers.ticket(), '/list', ANSWER, { tags: [LISTS], bytes: 1, seconds: 60 })
  const kept = () => answers.get('/list')
  const isKeeping = () => {
    keep()
    return kept() === ANSWER
  }

  it('drops here what another process changes', async () => {
    keep()
    expect(kept()).toBe(ANSWER)
    await insertMemorial(other)
    await until(() => kept() === undefined)
    expect(isKeeping()).toBe(true)
  })

  it('drops what is changed here before the change is confirmed', async () => {
    keep()
    await insertMemorial(ours)
    expect(kept()).toBeUndefined()
  })

  it('keeps nothing while the database is away, and goes on once it is back', async () => {
    keep()
    await postgres.goAway()
    await until(() => kept() === undefined)
    expect(isKeeping()).toBe(false)
    await postgres.comeBack()
    await until(isKeeping)
    await insertMemorial(other)
    await until(() => kept() === undefined)
  })

  it('keeps nothing when it hears no more, though nothing tells that the line is cut', async () => {
    keep()
    line.fallSilent()
    await until(() => kept() === undefined)
    expect(isKeeping()).toBe(false)
    line.mend()
    await until(isKeeping)
  })

  it('shows nothing that it kept once it has heard nothing for long, though it was held up itself', async () => {
    keep()
    line.fallSilent()
    holdEventLoop(TRUST_MS + 500)
    expect(kept()).toBeUndefined()
    line.mend()
    await until(isKeeping)
  })

  it('keeps listening when there is nothing to hear for long', async () => {
    await pause(9_000)
    keep()
    await insertMemorial(other)
    await until(() => kept() === undefined)
  })

  it('goes on where it was after its connection was lost, and drops only what it missed', async () => {
    let beginnings = 0
    ours.changes.follow({ open: () => beginnings++, drop: () => undefined })
    await until(isKeeping)
    answers.set(answers.ticket(), '/page', ANSWER, { tags: ['memorial:0'], bytes: 1, seconds: 60 })
    await ask('select pg_terminate_backend(pid) from change_readers')
    await until(() => kept() === undefined)
    await insertMemorial(other)
    await until(() => answers.get('/page') === ANSWER)
    expect(kept()).toBeUndefined()
    expect(beginnings).toBe(1)
  })

  it('begins anew when it was away for so long that changes may have been deleted', async () => {
    let beginnings = 0
    ours.changes.follow({ open: () => beginnings++, drop: () => undefined })
    await until(isKeeping)
    await ask('delete from change_readers')
    await until(() => beginnings > 1)
    await until(isKeeping)
  })

  it('drops nothing for changes out of a dump of another server, though they wait in the log to be deleted', async () => {
    await until(isKeeping)
    await ask(
      `insert into changes (kind, memorial_id, xid) values ('lists', null, '1000000000'), ('closed', 1, '1000000000')`,
    )
    await pause(TRUST_MS)
    expect(kept()).toBe(ANSWER)
  })

  it('makes a closing wait for a process of the former release, which answers no question of this one', async () => {
    await insertMemorial(other)
    const former = new pg.Client({ connectionString: databaseUrl })
    await former.connect()
    await former.query(FORMER_LOCK)
    const begun = performance.now()
    await other.db.updateTable('memorials').set({ public_status: false }).execute()
    expect(performance.now() - begun).toBeGreaterThan(TRUST_MS)
    await former.end()
  })

  it('makes a process of the former release wait for it, which looks for all who hold this lock', async () => {
    const { rows } = await ask(
      `select pid from pg_locks where locktype = 'advisory' and classid = 1886350697 and objid = 31 and objsubid = 2 and granted
         and database = (select oid from pg_database where datname = current_database())`,
    )
    expect(rows).toHaveLength(2)
  })

  it('leaves no connection behind, nor anything to wait for', async () => {
    await Promise.all([ours.close(), other.close()])
    expect((await ask('select from change_readers')).rowCount).toBe(0)
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    await until(async () => {
      const { rowCount } = await client.query(
        'select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      )
      return rowCount === 0
    })
    await client.end()
  })
})

/** As release 0005 to 0061 takes it. */
const FORMER_LOCK = 'select pg_advisory_lock_shared(1886350697, 31)'

function holdEventLoop(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}

async function insertMemorial({ db }: OpenDatabase): Promise<void> {
  const { id } = await db
    .insertInto('users')
    .values({
      email: `${Math.random()}`,
      email_key: `${Math.random()}`,
      password_hash: '',
      pin_hash: null,
      max_memorials: 1,
      advanced_memorials_left: 0,
      bonus_gb_left: 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('memorials')
    .values({
      user_id: id,
      lastname: 'Анина',
      name: 'Анна',
      surname: null,
      lastname_key: 'анина',
      name_key: 'анна',
      surname_key: '',
      birth_date: '1900-01-01',
      death_date: '1990-01-01',
      biography: null,
      photo_id: null,
      public_status: true,
      swo_status: false,
      rate_check: false,
      is_advanced: false,
      media_storage_limit: 0,
    })
    .execute()
}
