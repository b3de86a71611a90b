import { sql } from 'kysely'
import type { Db } from '@server/db/schema'
import { archivesAndModeration, firstTables, pictures, safety } from '@server/db/migrations/before-1.0/0001-0005'
import { impreciseLives } from '@server/db/migrations/before-1.0/0006-0017'
import { acceptedEditions } from '@server/db/migrations/before-1.0/0026-0047'
import { startTestApp, type TestApp } from '@support/server-app'

let server: TestApp

beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

const rolledBack = new Error('rolled back')

/** Runs in a schema of its own, of which nothing stays. */
async function beforeUpgrade(test: (tx: Db) => Promise<void>): Promise<void> {
  const run = server.db.transaction().execute(async (tx) => {
    await sql`create schema before_upgrade`.execute(tx)
    await sql`set local search_path to before_upgrade`.execute(tx)
    // Announcing changes (0005) is about the session, not about what is stored.
    for (const migration of [firstTables, archivesAndModeration, safety, pictures]) await migration.up(tx)
    await sql`insert into users (id, email, email_key, password_hash, max_memorials, advanced_memorials_left, bonus_gb_left)
      overriding system value values (1, 'a@b.ru', 'a@b.ru', '', 5, 0, 0)`.execute(tx)
    await test(tx)
    throw rolledBack
  })
  await expect(run).rejects.toBe(rolledBack)
}

const addMemorial = (tx: Db, columns: Record<string, string | null> = {}) =>
  sql`insert into memorials (user_id, lastname, name, lastname_key, name_key, surname_key, birth_date, death_date,
      public_status, swo_status, rate_check, is_advanced, media_storage_limit
      ${sql.join(
        Object.keys(columns).map((column) => sql`, ${sql.ref(column)}`),
        sql``,
      )})
    values (1, 'Ёлкин', 'Пётр', 'елкин', 'петр', '', '1900-01-31', '1980-01-01', true, false, false, false, 0
      ${sql.join(
        Object.values(columns).map((value) => sql`, ${value}`),
        sql``,
      )})`.execute(tx)

it('knows every date of before to the day, and no maiden name', async () => {
  await beforeUpgrade(async (tx) => {
    await addMemorial(tx)

    await impreciseLives.up(tx)
    // A process of the version before may still write.
    await addMemorial(tx)

    const memorials = await tx
      .selectFrom('memorials')
      .select(['lastname', 'birth_date', 'birth_precision', 'death_precision', 'maiden_name', 'maiden_name_key'])
      .execute()
    const asBefore = {
      lastname: 'Ёлкин',
      birth_date: '1900-01-31',
      birth_precision: 'day',
      death_precision: 'day',
      maiden_name: null,
      maiden_name_key: '',
    }
    expect(memorials).toEqual([asBefore, asBefore])
  })
})

it('knows no more of the consents of before, and takes them from a process of the version before', async () => {
  await beforeUpgrade(async (tx) => {
    const consent = () =>
      sql`insert into consents (user_id, version, address) values (1, '2025-06-18', '::1')`.execute(tx)
    await consent()
    await acceptedEditions.up(tx)
    await consent()
    const editions = await tx.selectFrom('consents').select(['agreement_edition', 'policy_edition']).execute()
    expect(editions).toEqual(new Array(2).fill({ agreement_edition: null, policy_edition: null }))
  })
})

it.each([
  ['a date of which nothing is known', { birth_precision: 'unknown' }],
  ['a precision that is none', { death_precision: 'exact' }],
])('keeps no date beside %s', async (_what, columns) => {
  await beforeUpgrade(async (tx) => {
    await impreciseLives.up(tx)
    await expect(addMemorial(tx, columns)).rejects.toMatchObject({ code: '23514' })
    throw rolledBack
  })
})

it('finds every page of a list by an index, whichever way it is sorted', async () => {
  await server.db.transaction().execute(async (tx) => {
    // So few rows are read faster without one.
    await sql`set local enable_seqscan to off`.execute(tx)
    await sql`set local enable_sort to off`.execute(tx)
    for (const list of ['public_status', 'swo_status'])
      for (const date of ['birth_date', 'death_date'])
        for (const order of ['asc', 'desc nulls last']) {
          const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select id from memorials
            where ${sql.ref(list)} = true order by ${sql.ref(date)} ${sql.raw(order)}, id ${sql.raw(order.slice(0, 4))}
            limit 12`.execute(tx)
          const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
          expect([list, date, order, /^ *(-> *)?Sort/m.test(plan)]).toEqual([list, date, order, false])
        }
  })
})
