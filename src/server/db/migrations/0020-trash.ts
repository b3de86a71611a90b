import { type Kysely, type Migration, sql } from 'kysely'

/**
 * Pages, archive items and words that were deleted and may be brought back. What lies in the trash belongs to nobody: a page
 * has no owner, an item, its files and words have no page. So nothing that looks for what belongs to a page or an account
 * finds it, not even an earlier release. The columns `trashed_…` know where it came from. Frozen once released.
 */
export const trash: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    // No cascade from the account: files of a page are removed with it, or its deletion fails.
    await sql`
      alter table memorials
        alter column user_id drop not null,
        add column trashed_at timestamptz,
        add column trashed_user_id integer references users,
        add constraint memorials_are_owned_or_trashed check (
          (user_id is null) = (trashed_at is not null) and (user_id is null) = (trashed_user_id is not null)
        ),
        add constraint trashed_pages_are_not_public check (trashed_at is null or not public_status)`.execute(db)
    await sql`
      create index memorials_trashed_by_user on memorials (trashed_user_id) where trashed_user_id is not null`.execute(
      db,
    )
    await sql`create index memorials_trashed on memorials (trashed_at) where trashed_at is not null`.execute(db)

    for (const [table, column] of [
      ['archive_items', 'memorial_id'],
      ['memories', 'memorials_id'],
    ] as const) {
      await sql`
        alter table ${sql.table(table)}
          alter column ${sql.ref(column)} drop not null,
          add column trashed_at timestamptz,
          add column trashed_memorial_id integer references memorials on delete cascade,
          add constraint ${sql.ref(`${table}_have_a_page_or_are_trashed`)} check (
            (${sql.ref(column)} is null) = (trashed_at is not null)
            and (${sql.ref(column)} is null) = (trashed_memorial_id is not null)
          )`.execute(db)
      await sql`
        create index ${sql.ref(`${table}_trashed_by_memorial`)} on ${sql.table(table)} (trashed_memorial_id)
          where trashed_memorial_id is not null`.execute(db)
      await sql`
        create index ${sql.ref(`${table}_trashed`)} on ${sql.table(table)} (trashed_at)
          where trashed_at is not null`.execute(db)
    }

    await sql`
      alter table media
        alter column memorial_id drop not null,
        add column trashed_memorial_id integer references memorials on delete cascade,
        add constraint media_have_a_page_or_are_trashed check (
          (memorial_id is null) = (trashed_memorial_id is not null)
        )`.execute(db)
    await sql`
      create index media_trashed_by_memorial on media (trashed_memorial_id)
        where trashed_memorial_id is not null`.execute(db)

    // Whoever leaves a page changes it as much as whoever comes to it.
    await sql`
      create or replace function announce_part_of_memorial() returns trigger language plpgsql as $$
      declare
        page text;
      begin
        for page in
          select distinct part ->> tg_argv[0]
          from unnest(array[to_jsonb(old), to_jsonb(new)]) as part
          where part ->> tg_argv[0] is not null
        loop
          perform pg_notify('changed', 'memorial:' || page);
        end loop;
        -- Lists show portraits, and are searched by burials.
        if tg_table_name = 'burials' or (tg_table_name = 'media' and tg_op = 'UPDATE') then
          perform pg_notify('changed', 'memorials');
        end if;
        return null;
      end $$`.execute(db)
  },
}
