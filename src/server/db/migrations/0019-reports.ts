import { type Kysely, type Migration, sql } from 'kysely'

/** What people tell moderators of pages. Frozen once released: a change is a new migration. */
export const reports: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    // Without a page: somebody reported one that does not exist. It is stored all the same, so that the time of the answer
    // tells nothing, and cleared soon after.
    await sql`
      create table reports (
        id integer generated always as identity primary key,
        memorial_id integer references memorials on delete cascade,
        reason text not null check (reason in ('not_mine', 'insult', 'private', 'wrong', 'other')),
        text text not null,
        email text,
        consent_version text,
        status text not null default 'pending' check (status in ('pending', 'dismissed', 'closed', 'reopened')),
        created_at timestamptz not null default now(),
        decided_at timestamptz,
        decided_by integer references users on delete set null,
        constraint report_decided_once check ((status = 'pending') = (decided_at is null))
      )`.execute(db)
    await sql`create index reports_by_memorial on reports (memorial_id)`.execute(db)
    await sql`create index reports_undecided on reports (created_at) where status = 'pending'`.execute(db)
    await sql`create index reports_by_decision on reports (decided_at)`.execute(db)
    await sql`create index reports_by_moderator on reports (decided_by)`.execute(db)

    // The report for which a moderator closed the page; null when the operator did. No reference: the page stays closed when
    // the report is gone.
    await sql`alter table memorials add column closed_by_report integer`.execute(db)
  },
}
