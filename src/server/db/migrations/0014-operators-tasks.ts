import { type Kysely, type Migration, sql } from 'kysely'

/**
 * What the operator's program needs: files that nobody removes while a backup reads them, pages taken down with a reason,
 * and a register of what was done to accounts and pages. Frozen once released: a change is a new migration.
 */
export const operatorsTasks: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table removal_holds (
        id integer generated always as identity primary key,
        until timestamptz not null
      )`.execute(db)

    // While a page is closed it is public for nobody; what its owner wishes waits beside.
    await sql`
      alter table memorials
        add column closed_at timestamptz,
        add column closed_reason text,
        add column wished_public_status boolean,
        add column wished_swo_status boolean,
        add constraint closed_pages_are_not_public check (closed_at is null or not public_status)`.execute(db)

    // No reference to anything: it tells of what is gone.
    await sql`
      create table register (
        id integer generated always as identity primary key,
        at timestamptz not null default now(),
        kind text not null,
        done_by text not null,
        account_id integer,
        memorial_id integer
      )`.execute(db)
    await sql`create index register_by_time on register (at)`.execute(db)
  },
}
