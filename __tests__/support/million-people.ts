import { sql } from 'kysely'
import path from 'node:path'
import { openDatabase } from '@server/db/open-database'
import { buildFolder } from '../../config/folders'
import { keysOf, realNames } from './real-names'

const AT_ONCE = 5_000
const HEROES_EVERY = 10
const TOWNS = 2_000
const CEMETERIES = 5

/**
 * Fills a database, which need not exist yet, with public memorials of one owner with realistic names, in random order, and
 * burials in ten thousand cemeteries. Their ids begin with 1.
 */
export async function makeManyPeople(
  where: { databaseUrl: string | undefined; dataDir: string },
  count: number,
): Promise<void> {
  const worker = path.join(buildFolder('server'), 'database-worker.js')
  const database = await openDatabase(where, fail, worker)
  const { db } = database
  await sql`
    insert into users (email, email_key, password_hash, max_memorials, advanced_memorials_left, bonus_gb_left)
    values ('many@example.org', 'many@example.org', '', ${2 * count}, 0, 0)`.execute(db)
  const names = realNames()
  for (let made = 0; made < count; made += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - made) }, () => names.next().value)
    const keys = some.map(keysOf)
    await sql`
      insert into memorials (user_id, lastname, name, surname, maiden_name, lastname_key, name_key, surname_key,
        maiden_name_key, birth_date, death_date, public_status, swo_status, rate_check, is_advanced, media_storage_limit)
      select 1, l, n, s, nullif(m, ''), lk, nk, sk, mk, b, d, true, i % ${sql.lit(HEROES_EVERY)} = 0, false, false, 0
      from unnest(${some.map(({ lastname }) => lastname)}::text[], ${some.map(({ name }) => name)}::text[],
        ${some.map(({ surname }) => surname)}::text[], ${some.map(({ maiden }) => maiden)}::text[],
        ${keys.map(({ lastname }) => lastname)}::text[], ${keys.map(({ name }) => name)}::text[],
        ${keys.map(({ surname }) => surname)}::text[], ${keys.map(({ maiden }) => maiden)}::text[],
        ${some.map(({ birth }) => birth)}::date[], ${some.map(({ death }) => death)}::date[])
        with ordinality as person (l, n, s, m, lk, nk, sk, mk, b, d, i)`.execute(db)
    await sql`
      insert into burials (memorial_id, burial_address)
      select n, 'Город ' || (n::bigint * 7919 % ${sql.lit(TOWNS)}) || ', кладбище ' || (n % ${sql.lit(CEMETERIES)})
      from generate_series(${sql.lit(made + 1)}, ${sql.lit(made + some.length)}) n`.execute(db)
  }
  // Like the database of an old installation: otherwise it is vacuumed during the measurement.
  await sql`vacuum analyze`.execute(db)
  await database.close()
}

function fail(error: Error): void {
  throw error
}
