import { sql } from 'kysely'
import { inSeconds, now } from '../db/instants'
import type { Db } from '../db/schema'
import type { StoredTile } from './tile'

/** The overhead of a row, in addition to the picture. */
const ROW_BYTES = 200

export async function findTile(db: Db, key: string): Promise<StoredTile | undefined> {
  return db
    .selectFrom('tiles')
    .select(['picture as bytes', 'fetched_at as fetchedAt'])
    .where('key', '=', key)
    .executeTakeFirst()
}

export async function putTile(db: Db, key: string, picture: Buffer): Promise<void> {
  await db
    .insertInto('tiles')
    .values({ key, picture })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ picture, fetched_at: now() }))
    .execute()
}

export async function renewTile(db: Db, key: string): Promise<void> {
  await db.updateTable('tiles').set({ fetched_at: now() }).where('key', '=', key).execute()
}

/** False while another claim is valid. Uses the database's clock, because those of the processes may differ. */
export async function claimTile(db: Db, claim: { key: string; token: string; seconds: number }): Promise<boolean> {
  const { key, token, seconds } = claim
  const row = { key, token, expires_at: inSeconds(seconds) }
  const claimed = await db
    .insertInto('tile_claims')
    .values(row)
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row).where('tile_claims.expires_at', '<=', now()))
    .returning('key')
    .executeTakeFirst()
  return claimed !== undefined
}

export async function isTileClaimed(db: Db, key: string): Promise<boolean> {
  const claim = await db
    .selectFrom('tile_claims')
    .select('key')
    .where('key', '=', key)
    .where('expires_at', '>', now())
    .executeTakeFirst()
  return claim !== undefined
}

export async function endTileClaim(db: Db, { key, token }: { key: string; token: string }): Promise<void> {
  await db.deleteFrom('tile_claims').where('key', '=', key).where('token', '=', token).execute()
}

/** Removes the oldest tiles until the rest fit, and the claims of killed processes. */
export async function deleteOldestTiles(db: Db, maxBytes: number): Promise<void> {
  await sql`
    delete from tiles where key in (
      select key from (
        select key, sum(octet_length(picture) + ${ROW_BYTES}::integer) over (order by fetched_at desc, key) as total from tiles
      ) newest where total > ${maxBytes})`.execute(db)
  await db.deleteFrom('tile_claims').where('expires_at', '<=', now()).execute()
}
