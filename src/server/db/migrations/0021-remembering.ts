import { type Kysely, type Migration, sql } from 'kysely'

/** Candles, reminders of days, and relations between pages. Frozen once released: a change is a new migration. */
export const remembering: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    // How many were ever lit.
    await sql`alter table memorials add column candles integer not null default 0`.execute(db)
    // A candle changes the page alone: the public lists show none, and are kept.
    await sql`drop trigger announce on memorials`.execute(db)
    await sql`
      create trigger announce after insert or delete on memorials
        for each row execute function announce_memorial()`.execute(db)
    await sql`
      create trigger announce_change after update on memorials
        for each row when (old.candles = new.candles) execute function announce_memorial()`.execute(db)
    await sql`
      create trigger announce_candle after update of candles on memorials
        for each row when (old.candles <> new.candles) execute function announce_part_of_memorial('id')`.execute(db)

    // Who has lit one today. The address is hashed with a secret key, the day and the page.
    await sql`
      create table candles (
        memorial_id integer not null references memorials on delete cascade,
        day date not null,
        address_hash bytea not null,
        primary key (memorial_id, day, address_hash)
      )`.execute(db)
    await sql`create index candles_by_day on candles (day)`.execute(db)

    await sql`
      create table reminders (
        user_id integer not null references users on delete cascade,
        memorial_id integer not null references memorials on delete cascade,
        created_at timestamptz not null default now(),
        primary key (user_id, memorial_id)
      )`.execute(db)
    await sql`create index reminders_by_memorial on reminders (memorial_id)`.execute(db)
    await sql`
      create table reminders_sent (
        user_id integer not null references users on delete cascade,
        memorial_id integer not null references memorials on delete cascade,
        event text not null check (event in ('birth', 'death')),
        day date not null,
        days_before integer not null,
        primary key (user_id, memorial_id, event, day, days_before)
      )`.execute(db)
    await sql`create index reminders_sent_by_memorial on reminders_sent (memorial_id)`.execute(db)
    await sql`create index reminders_sent_by_day on reminders_sent (day)`.execute(db)

    // Between two pages there is one at most, whichever asked.
    await sql`
      create table relations (
        id integer generated always as identity primary key,
        memorial_id integer not null references memorials on delete cascade,
        other_id integer not null references memorials on delete cascade,
        kind text not null check (kind in ('parent', 'child', 'spouse', 'sibling')),
        status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
        created_at timestamptz not null default now(),
        decided_at timestamptz,
        is_told boolean not null default false,
        constraint no_relation_to_itself check (memorial_id <> other_id),
        constraint relation_decided_once check ((status = 'pending') = (decided_at is null))
      )`.execute(db)
    await sql`
      create unique index relations_between
        on relations (least(memorial_id, other_id), greatest(memorial_id, other_id))`.execute(db)
    await sql`create index relations_by_memorial on relations (memorial_id)`.execute(db)
    await sql`create index relations_by_other on relations (other_id)`.execute(db)
    await sql`create index relations_undecided on relations (created_at) where status = 'pending'`.execute(db)
  },
}
