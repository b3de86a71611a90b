import { sql } from 'kysely'
import { connect, createPool } from '@server/db/connect'
import { migrateTo, migrationsOf } from '@server/db/migrate'
import type { Db } from '@server/db/schema'
import { describeOnPostgres } from '@support/postgres'
import { sharedPostgres, type SharedPostgres } from '@support/worker/shared-postgres'
import { type Catalogue, readCatalogue, whatBreaksFormerStatements } from '@support/schema-catalogue'

/** Checks that allow more than the ones in whose place they came. */
const WIDER_CHECKS = {
  '0015-keepers': [
    "audit_log: CHECK ((actor_role = ANY (ARRAY['owner'::text, 'keeper'::text, 'moderator'::text]))) is new",
  ],
  '0017-leaving': [
    "email_tokens: CHECK ((purpose = ANY (ARRAY['verify'::text, 'reset'::text, 'change'::text, 'return'::text]))) is new",
  ],
  '0042-acts-undone': [
    "email_tokens: CHECK ((purpose = ANY (ARRAY['verify'::text, 'reset'::text, 'change'::text, 'return'::text, 'not_me'::text]))) is new",
    "email_tokens: CHECK (((email IS NOT NULL) = (purpose = ANY (ARRAY['change'::text, 'not_me'::text])))) is new",
  ],
}

describeOnPostgres(() => {
  let postgres: SharedPostgres
  let db: Db

  beforeAll(async () => {
    postgres = await sharedPostgres()
    db = connect(createPool({ connectionString: await postgres.makeDatabase() }))
  })
  afterAll(async () => {
    await db.destroy()
  })

  it('keeps with each migration what the statements of the release before rely on', async () => {
    const breaks: Record<string, string[]> = {}
    let before: Catalogue | undefined
    for (const migration of (await migrationsOf(db)).missing) {
      await migrateTo(db, migration)
      const after = await readCatalogue(db)
      const found = before ? whatBreaksFormerStatements(before, after) : []
      if (found.length > 0) breaks[migration] = found
      before = after
    }
    expect(breaks).toEqual(WIDER_CHECKS)
  })

  it.each([
    ['alter table memorials drop column biography', 'memorials.biography is gone'],
    ['alter table memorials rename column biography to life', 'memorials.biography is gone'],
    ['alter table letters rename to mails', 'letters.id is gone'],
    [
      'alter table memorials alter column media_storage_limit type text',
      'memorials.media_storage_limit was bigint and is text',
    ],
    ['alter table memorials alter column biography set not null', 'memorials.biography is required now'],
    ['alter table memorials alter column created_at drop default', 'memorials.created_at is filled in by nothing now'],
    [
      'alter table memorials add column later text not null',
      'memorials.later is new, required, and filled in by nothing',
    ],
    ["alter table memorials add check (name <> '')", "memorials: CHECK ((name <> ''::text)) is new"],
    ['create unique index on users (created_at)', expect.stringMatching(/^users: CREATE UNIQUE INDEX .* is new$/)],
    ['drop function announce_memorial cascade', 'announce_memorial() is gone'],
  ])('finds what does more than add: %s', async (statement, says) => {
    expect(await breaksOf(statement)).toContainEqual(says)
  })

  it.each([
    "alter table memorials add column later text not null default ''",
    'alter table memorials add column later text check (later <> name)',
    'create table later (id integer primary key, memorial_id integer not null references memorials)',
    'create index on memorials (name)',
    'alter table memorials alter column lastname drop not null',
  ])('has nothing against what only adds: %s', async (statement) => {
    expect(await breaksOf(statement)).toEqual([])
  })

  async function breaksOf(statement: string): Promise<string[]> {
    const rolledBack = new Error('rolled back')
    let breaks: string[] = []
    const change = db.transaction().execute(async (tx) => {
      const before = await readCatalogue(tx)
      await sql.raw(statement).execute(tx)
      breaks = whatBreaksFormerStatements(before, await readCatalogue(tx))
      throw rolledBack
    })
    await expect(change).rejects.toBe(rolledBack)
    return breaks
  }
})
