import { type Kysely, sql } from 'kysely'

/**
 * Builds an index without blocking reads and writes: for online migrations. `definition` is the SQL after its name: `on
 * memorials (user_id)`. First removes the remains of a failed build: an invalid index that is never used.
 */
export async function createIndexOnline(db: Kysely<unknown>, name: string, definition: string): Promise<void> {
  const { rows } = await sql<{ isValid: boolean }>`
    select indisvalid as "isValid" from pg_index where indexrelid = to_regclass(${name})`.execute(db)
  if (rows[0]?.isValid) return
  if (rows[0]) await sql`drop index concurrently if exists ${sql.ref(name)}`.execute(db)
  await sql`create index concurrently if not exists ${sql.ref(name)} ${sql.raw(definition)}`.execute(db)
}
