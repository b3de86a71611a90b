import { type Kysely, type Migration, sql } from 'kysely'

/**
 * A log of what transactions changed, which every process follows by its position (see db/change-log.ts): in addition to
 * the notifications. Those go on, with the same payloads: they wake processes of this release, and tell a former one, which
 * may run next to it on these tables, what has changed. Each release waits for processes of the other, at most the four
 * seconds for which they serve from memory without a sign, before it confirms that a page was closed. Frozen once released.
 */
export const logOfChanges: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table changes (
        id bigint generated always as identity primary key,
        xid xid8 not null default pg_current_xact_id(),
        at timestamptz not null default clock_timestamp(),
        kind text not null,
        memorial_id integer
      )`.execute(db)
    // A transaction says the same only once.
    await sql`
      create unique index changes_of_transactions on changes (xid, kind, coalesce(memorial_id, 0))`.execute(db)

    // Updated every two seconds: room in each block for new versions of its rows.
    await sql`
      create table change_readers (
        id uuid primary key,
        pid integer not null,
        position pg_snapshot not null,
        at timestamptz not null default clock_timestamp()
      ) with (fillfactor = 50)`.execute(db)

    await sql`
      create or replace function log_change(text, integer) returns void language sql as $$
        insert into changes (kind, memorial_id) values ($1, $2) on conflict do nothing
      $$`.execute(db)

    await sql`
      create or replace function announce_memorial() returns trigger language plpgsql as $$
      begin
        -- An upload counts its bytes here. Only the owner sees them, and nothing of an owner's view is kept.
        if tg_op = 'UPDATE' and to_jsonb(new) - 'used_storage_bytes' = to_jsonb(old) - 'used_storage_bytes' then
          return null;
        end if;
        perform log_change('memorial', coalesce(new.id, old.id));
        perform pg_notify('changed', 'memorial:' || coalesce(new.id, old.id));
        if old.public_status or new.public_status then
          perform log_change('lists', null);
          perform pg_notify('changed', 'memorials');
        end if;
        if old.public_status and new.public_status is not true then
          perform log_change('closed', old.id);
          perform pg_notify('changed', 'closed');
        end if;
        return null;
      end $$`.execute(db)

    await sql`
      create or replace function announce_part_of_memorial() returns trigger language plpgsql as $$
      declare
        page integer;
      begin
        for page in
          select distinct (part ->> tg_argv[0])::integer
          from unnest(array[to_jsonb(old), to_jsonb(new)]) as part
          where part ->> tg_argv[0] is not null
        loop
          perform log_change('memorial', page);
          perform pg_notify('changed', 'memorial:' || page);
        end loop;
        -- Lists show portraits, and are searched by burials.
        if tg_table_name = 'burials' or (tg_table_name = 'media' and tg_op = 'UPDATE') then
          perform log_change('lists', null);
          perform pg_notify('changed', 'memorials');
        end if;
        return null;
      end $$`.execute(db)
  },
}
