import { type Kysely, type Migration, sql } from 'kysely'

/**
 * Announces what a transaction changed to all processes, when it commits: `memorial:7` for whatever is read with memorial
 * 7, and `memorials` for the public lists. db/change-feed.ts listens. Frozen once released: a change is a new migration.
 */
export const announcedChanges: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create function announce_memorial() returns trigger language plpgsql as $$
      begin
        -- An upload counts its bytes here. Only the owner sees them, and nothing of an owner's view is kept.
        if tg_op = 'UPDATE' and to_jsonb(new) - 'used_storage_bytes' = to_jsonb(old) - 'used_storage_bytes' then
          return null;
        end if;
        if tg_op <> 'INSERT' then perform pg_notify('changed', 'memorial:' || old.id); end if;
        if old.public_status or new.public_status then perform pg_notify('changed', 'memorials'); end if;
        return null;
      end $$`.execute(db)
    await sql`
      create trigger announce after insert or update or delete on memorials
        for each row execute function announce_memorial()`.execute(db)

    // Its argument is the column that names the memorial.
    await sql`
      create function announce_part_of_memorial() returns trigger language plpgsql as $$
      begin
        perform pg_notify('changed', 'memorial:' ||
          (case tg_op when 'DELETE' then to_jsonb(old) else to_jsonb(new) end ->> tg_argv[0]));
        -- Lists show portraits.
        if tg_table_name = 'media' and tg_op = 'UPDATE' then perform pg_notify('changed', 'memorials'); end if;
        return null;
      end $$`.execute(db)
    for (const [table, column] of [
      ['burials', 'memorial_id'],
      ['archive_items', 'memorial_id'],
      ['media', 'memorial_id'],
      ['memories', 'memorials_id'],
    ] as const) {
      await sql`
        create trigger announce after insert or update or delete on ${sql.table(table)}
          for each row execute function announce_part_of_memorial(${sql.lit(column)})`.execute(db)
    }
  },
}
