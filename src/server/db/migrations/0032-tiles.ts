import { type Kysely, type Migration, sql } from 'kysely'

/** Map tiles that several processes share. Frozen once released. */
export const tiles: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    // Unlogged: what a crash takes of them is fetched again, and neither the journal nor a replica has to carry them.
    await sql`
      create unlogged table tiles (
        key text collate "C" primary key,
        picture bytea not null,
        fetched_at timestamptz not null default now()
      )`.execute(db)
    await sql`
      create unlogged table tile_claims (
        key text collate "C" primary key,
        token text not null,
        expires_at timestamptz not null
      )`.execute(db)
  },
}
