import { type Kysely, type Migration, sql } from 'kysely'

/**
 * Announces new memorials by their ids too, and that lists changed when a burial did: lists are searched by place. Frozen
 * once released: a change is a new migration.
 */
export const announcedPeople: Migration = {
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
        return null;
      end $$`.execute(db)

    await sql`
      create or replace function announce_part_of_memorial() returns trigger language plpgsql as $$
      begin
        perform pg_notify('changed', 'memorial:' ||
          (case tg_op when 'DELETE' then to_jsonb(old) else to_jsonb(new) end ->> tg_argv[0]));
        -- Lists show portraits, and are searched by burials.
        if tg_table_name = 'burials' or (tg_table_name = 'media' and tg_op = 'UPDATE') then
          perform pg_notify('changed', 'memorials');
        end if;
        return null;
      end $$`.execute(db)
  },
}
