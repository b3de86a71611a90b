import { type Kysely, sql } from 'kysely'
import type { TableMigration } from '../run-migrations'

/**
 * Revisions of texts and facts (see modules/history/revisions.ts), and the names of accounts that they show. Frozen once
 * released: a change is a new migration.
 */
export const history: TableMigration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table users add column display_name text`.execute(db)
    // `author` and `proposed_by`: of a change that a reader proposed and a keeper accepted.
    await sql`
      create table revisions (
        id integer generated always as identity primary key,
        memorial_id integer not null references memorials on delete cascade,
        what text not null,
        item_id integer references archive_items on delete cascade,
        memory_id integer references memories on delete cascade,
        story_id integer references stories on delete cascade,
        at timestamptz not null default clock_timestamp(),
        user_id integer references users on delete set null,
        author text,
        proposed_by integer references users on delete set null,
        by_moderator boolean not null default false,
        restored_from integer,
        before bytea not null,
        after bytea,
        steps integer not null default 0,
        is_told boolean not null default false
      )`.execute(db)
    await sql`create index revisions_of_memorials on revisions (memorial_id, at desc, id desc)`.execute(db)
    await sql`create index revisions_of_fields on revisions (memorial_id, what, id desc)`.execute(db)
    await sql`create index revisions_by_time on revisions (at)`.execute(db)
    await sql`create index revisions_to_tell_of on revisions (at) where not is_told`.execute(db)
    // For the rows that go with an item, a memory, a story or an account.
    await sql`create index revisions_of_items on revisions (item_id) where item_id is not null`.execute(db)
    await sql`create index revisions_of_memories on revisions (memory_id) where memory_id is not null`.execute(db)
    await sql`create index revisions_of_stories on revisions (story_id) where story_id is not null`.execute(db)
    await sql`create index revisions_by_proposer on revisions (proposed_by) where proposed_by is not null`.execute(db)
    await sql`create index revisions_of_users on revisions (user_id) where user_id is not null`.execute(db)
  },
}
