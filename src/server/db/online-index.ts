import { type Kysely, sql } from 'kysely'

/**
 * Builds an index while everybody reads and writes the table: for online migrations. `definition` is what follows its name in
 * SQL: `on memorials (user_id)`. What a build that failed has left is removed first: it would be an index that is never used.
 */
export async function createIndexOnline(db: Kysely<unknown>, name: string, definition: string): Promise<void> {
  const { rows } = await sql<{ isValid: boolean }>`
    select indisvalid as "isValid" from pg_index where indexrelid = to_regclass(${name})`.execute(db)
  if (rows[0]?.isValid) return
  if (rows[0]) await sql`drop index concurrently if exists ${sql.ref(name)}`.execute(db)
  await sql`create index concurrently if not exists ${sql.ref(name)} ${sql.raw(definition)}`.execute(db)
}
