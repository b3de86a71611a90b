import { type Kysely, type Migration, sql } from 'kysely'

/** Answers to words of memory, authors whose words are not taken, and how often keepers are told of new words. Frozen once released. */
export const answeredWords: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    // `is_unheard`: words of a blocked author, which wait for nobody's decision.
    await sql`
      alter table memories
        add column reply text,
        add column reply_told_at timestamptz,
        add column is_unheard boolean not null default false`.execute(db)

    // The key is the mailbox: an address with another letter case or a tag is the same author.
    await sql`
      create table blocked_authors (
        id integer generated always as identity primary key,
        memorial_id integer not null references memorials on delete cascade,
        author_email text not null,
        mailbox text not null,
        created_at timestamptz not null default now(),
        unique (memorial_id, mailbox)
      )`.execute(db)

    await sql`
      alter table users
        add column words_letters text not null default 'hourly'
          check (words_letters in ('hourly', 'daily', 'never'))`.execute(db)
  },
}
