import { sql } from 'kysely'
import { createIndexOnline } from '@server/db/online-index'
import { MIGRATIONS } from '@server/db/migrate'
import { lintMigrations } from '../../../config/scripts/lint-migrations'
import { judgeMigration } from '../../../config/scripts/migration-rules'

const rulesOf = (statements: string[], isOnline = false) =>
  judgeMigration(statements, { isOnline }).map(({ rule }) => rule)

it.each([
  ['create index on memorials (name)', 'require-concurrent-index-creation'],
  ['drop index memorials_by_name', 'require-concurrent-index-deletion'],
  ['create index concurrently by_name on memorials (name)', 'ban-concurrent-index-creation-in-transaction'],
  ["alter table memorials add constraint named check (name <> '')", 'constraint-missing-not-valid'],
  ['alter table memorials add foreign key (user_id) references users', 'constraint-missing-not-valid'],
  ['alter table memorials add column heir_id integer references users', 'constraint-missing-not-valid'],
  ['alter table users add unique (pin_hash)', 'disallowed-unique-constraint'],
  ['alter table memorials add column later text not null', 'adding-required-field'],
  ['alter table memorials add column token uuid default gen_random_uuid()', 'adding-field-with-default'],
  ['alter table memorials add later integer generated always as identity', 'adding-field-with-default'],
  ['alter table memorials alter column biography set not null', 'adding-not-nullable-field'],
  ['alter table memorials alter biography type varchar', 'changing-column-type'],
  ['alter table letters rename to mails', 'renaming'],
  ['alter table memorials add column later text, drop column biography', 'ban-drop'],
  ['drop table letters', 'ban-drop'],
  ["update memorials set biography = ''", 'ban-whole-table-work'],
  ['lock table memorials', 'ban-whole-table-work'],
  ['create table later (at timestamp not null)', 'prefer-timestamp-tz'],
  ['create table later (name varchar(20))', 'prefer-text-field'],
  ['create table later (id serial)', 'prefer-identity'],
  ['begin', 'transaction-nesting'],
])('refuses in a migration: %s', (statement, rule) => {
  expect(rulesOf([statement])).toEqual([rule])
})

it.each([
  ['alter table memorials add column later text'],
  ["alter table memorials add column later text not null default ''"],
  ['alter table memorials add column later timestamptz default now()'],
  ["alter table memorials add constraint named check (name <> '') not valid"],
  ['alter table memorials alter column lastname drop not null, add column later text'],
  ['alter table users add constraint one_pin unique using index users_by_pin'],
  ['create table later (id integer primary key, memorial_id integer not null references memorials on delete cascade)'],
  ['create or replace function f() returns trigger language plpgsql as $$ begin update memorials set name = 1; end $$'],
  ["insert into later values ('drop table letters')"],
  ['-- allow ban-whole-table-work: ten rows\n update tariffs set price = 1'],
])('takes: %s', (statement) => {
  expect(rulesOf([statement])).toEqual([])
})

it('lets a migration do with a table of its own what it likes', () => {
  expect(
    rulesOf([
      'create table later (id integer)',
      'create index later_by_id on later (id)',
      'alter table later add unique (id)',
      'update later set id = 1',
    ]),
  ).toEqual([])
})

it('lets an online migration do only what nobody waits behind', () => {
  expect(rulesOf(['create index concurrently by_name on memorials (name)'], true)).toEqual([])
  expect(rulesOf(['alter table memorials validate constraint named'], true)).toEqual([])
  expect(rulesOf(["update memorials set name = '' where id < 100"], true)).toEqual([])
  expect(rulesOf(['alter table memorials add column later text'], true)).toEqual(['online-takes-no-locks'])
})

it('judges the migrations that come from now on, and those of today are well', async () => {
  expect(await lintMigrations(MIGRATIONS)).toEqual([])
  const later = {
    '0001-released': { up: () => Promise.resolve() },
    '9000-later': {
      up: async (db: Parameters<typeof createIndexOnline>[0]) =>
        void (await sql`create index by_name on memorials (name)`.execute(db)),
    },
    '9001-online': {
      isOnline: true as const,
      up: (db: Parameters<typeof createIndexOnline>[0]) => createIndexOnline(db, 'by_name', 'on memorials (name)'),
    },
  }
  expect(await lintMigrations(later)).toEqual([
    expect.stringMatching(/^9000-later: require-concurrent-index-creation: .*\n {4}create index by_name/),
  ])
})
