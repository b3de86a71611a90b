import { type Kysely, type Migration, sql } from 'kysely'

/**
 * Announces that a page has left the public, beside which page it was: whoever closed it waits until every process knows
 * (db/heard-by-all.ts). Frozen once released: a change is a new migration.
 */
export const announcedClosings: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create or replace function announce_memorial() returns trigger language plpgsql as $$
      begin
        -- An upload counts its bytes here. Only the owner sees them, and nothing of an owner's view is kept.
        if tg_op = 'UPDATE' and to_jsonb(new) - 'used_storage_bytes' = to_jsonb(old) - 'used_storage_bytes' then
          return null;
        end if;
        perform pg_notify('changed', 'memorial:' || coalesce(new.id, old.id));
        if old.public_status or new.public_status then perform pg_notify('changed', 'memorials'); end if;
        if old.public_status and new.public_status is not true then perform pg_notify('changed', 'closed'); end if;
        return null;
      end $$`.execute(db)
  },
}
