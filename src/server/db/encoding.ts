import { sql } from 'kysely'
import type { Db } from './schema'

/**
 * Names are Cyrillic. Their order and comparison do not depend on the database's locale, but storing them depends on
 * its encoding.
 */
export const NEEDED_ENCODING = 'UTF8'

/** The database's encoding: 'UTF8', 'SQL_ASCII'. */
export async function encodingOf(db: Db): Promise<string> {
  const { rows } = await sql<{ encoding: string }>`
    select pg_encoding_to_char(encoding) as encoding from pg_database where datname = current_database()`.execute(db)
  return rows[0]?.encoding ?? ''
}
