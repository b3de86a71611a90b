import { type Kysely, type Migration, sql } from 'kysely'

/**
 * Dates that are not known to the day, and maiden names. A date that is partly known is the first day that it may be, and one
 * of which nothing is known is null. Frozen once released: a change is a new migration.
 */
export const impreciseLives: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      alter table memorials
        add column maiden_name text,
        add column maiden_name_key text collate "C" not null default '',
        add column birth_precision text not null default 'day'
          check (birth_precision in ('day', 'month', 'year', 'about', 'unknown')),
        add column death_precision text not null default 'day'
          check (death_precision in ('day', 'month', 'year', 'about', 'unknown')),
        alter column birth_date drop not null,
        alter column death_date drop not null,
        add constraint birth_date_or_unknown check ((birth_date is null) = (birth_precision = 'unknown')),
        add constraint death_date_or_unknown check ((death_date is null) = (death_precision = 'unknown'))`.execute(db)

    // Unknown dates come last whichever way a list is sorted. Read backwards, the earlier indexes would put them first.
    for (const [list, condition] of [
      ['memorials_public', 'public_status'],
      ['heroes', 'swo_status'],
    ] as const) {
      for (const date of ['birth', 'death'] as const) {
        await sql`
          create index ${sql.ref(`${list}_by_late_${date}`)}
            on memorials (${sql.ref(`${date}_date`)} desc nulls last, id desc) where ${sql.ref(condition)}`.execute(db)
      }
    }
  },
}
