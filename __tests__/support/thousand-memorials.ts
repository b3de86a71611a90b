import path from 'node:path'
import { sql } from 'kysely'
import { openDatabase } from '@server/db/open-database'
import { buildFolder } from '../../config/folders'

export const THOUSAND = 1000

/** Fills a database, which need not exist yet, with a thousand public memorials of one owner. Their ids begin with 1. */
export async function makeThousandMemorials(where: {
  databaseUrl: string | undefined
  dataDir: string
}): Promise<void> {
  const worker = path.join(buildFolder('server'), 'database-worker.js')
  const database = await openDatabase(where, fail, worker)
  const { db } = database
  await sql`
    insert into users (email, email_key, password_hash, max_memorials, advanced_memorials_left, bonus_gb_left)
    values ('many@example.org', 'many@example.org', '', ${THOUSAND}, 0, 0)`.execute(db)
  await sql`
    insert into memorials (user_id, lastname, name, surname, lastname_key, name_key, surname_key, birth_date, death_date,
      biography, photo_id, public_status, swo_status, rate_check, is_advanced, media_storage_limit)
    select 1, 'Фамилия' || n, 'Имя' || n, 'Отчество' || n, 'фамилия' || n, 'имя' || n, 'отчество' || n,
      date '1900-01-01' + n, date '1980-01-01' + n, repeat('Учил детей географии. ', 100), 'photo-' || n,
      true, n % 3 = 0, false, false, 0
    from generate_series(1, ${sql.lit(THOUSAND)}) n`.execute(db)
  await sql`analyze memorials`.execute(db)
  await database.close()
}

function fail(error: Error): void {
  throw error
}
