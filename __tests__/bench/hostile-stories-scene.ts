import path from 'node:path'
import { sql } from 'kysely'
import { BIOGRAPHY_MAX_LENGTH, STORY_MAX_LENGTH } from '@contract/limits'
import { openDatabase } from '@server/db/open-database'
import { hashToken } from '@server/lib/token'
import { buildFolder } from '../../config/folders'

const WORKER = path.join(buildFolder('server'), 'database-worker.js')
export const REVISIONS = 10_000
/** Each of a hundred pages has as many as may wait there. */
export const PAGES = 100
export const PROPOSALS_OF_PAGE = 100
export const STORIES = 1000
export const LINKS = 50
export const HOURS = 3

export const linkOf = (nth: number) => `link-${nth}`

/** What comes to be over years, at once, beside a server that is stopped. Returns the ids of the first two revisions. */
export async function makeLongHistory(parts: {
  folder: string
  email: string
  page: number
  others: number[]
}): Promise<number[]> {
  const { folder, email, page, others } = parts
  const fail = (error: Error) => {
    throw error
  }
  const database = await openDatabase({ dataDir: folder, databaseUrl: undefined }, fail, WORKER)
  const { db } = database
  await sql`
    insert into revisions (memorial_id, what, user_id, before, after, at)
    select memorial_id, what, user_id, before, after, at from revisions, generate_series(2, ${sql.lit(REVISIONS)})
    where memorial_id = ${page}`.execute(db)
  const revisions = (await db.selectFrom('revisions').select('id').orderBy('id').limit(2).execute()).map(({ id }) => id)
  const value = JSON.stringify('я'.repeat(BIOGRAPHY_MAX_LENGTH))
  for (const [nth, other] of others.entries()) {
    await sql`
      insert into proposals (memorial_id, what, value, note, author, own_token_hash)
      select ${other}::integer, 'biography', ${nth === 0 ? value : null}::text, 'Он родился в Вязёмах.', 'Вера',
        sha256(convert_to(${String(nth)} || ' ' || n, 'UTF8'))
      from generate_series(1, ${sql.lit(PROPOSALS_OF_PAGE)}) n`.execute(db)
  }
  await sql`
    insert into stories (memorial_id, question, to_name, author, relation, text, status, decided_at, own_token_hash)
    select ${page}::integer, 'Что он любил петь?', 'Зоя', 'Зоя', 'соседка', repeat('я', ${sql.lit(STORY_MAX_LENGTH)}), 'approved', now(),
      sha256(convert_to('story ' || n, 'UTF8'))
    from generate_series(1, ${sql.lit(STORIES)}) n`.execute(db)
  for (let nth = 0; nth < LINKS; nth++) {
    const asked = { memorial_id: page, text: 'Что он любил петь?', to_name: 'Зоя', to_email: null, key_id: null }
    const user_id = sql<number>`(select id from users where email = ${email})`
    await db
      .insertInto('questions')
      .values({ ...asked, user_id, mailbox_hash: hashToken(`box ${nth}`), token_hash: hashToken(linkOf(nth)) })
      .execute()
  }
  await database.close()
  return revisions
}

/** So quiet that it is within 10 MB: three hours of 900 samples a second. */
export function longWav(): Buffer {
  const rate = 900
  const samples = rate * 3600 * HOURS
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + samples, 4)
  head.write('WAVEfmt ', 8)
  for (const [value, at] of [
    [16, 16],
    [rate, 24],
    [rate, 28],
    [samples, 40],
  ] as const)
    head.writeUInt32LE(value, at)
  for (const [value, at] of [
    [1, 20],
    [1, 22],
    [1, 32],
    [8, 34],
  ] as const)
    head.writeUInt16LE(value, at)
  head.write('data', 36)
  return Buffer.concat([head, Buffer.alloc(samples, 128)])
}
