/**
 * Makes of a server of this release one of the next: it has two migrations more, which only add. For `node --require`, before
 * anything loads kysely.
 */
const Module = require('node:module')
const { sql } = require('kysely')

const load = Module._load

/** Each is `up` of a migration. */
const LATER = {
  '9998-later-columns': async (db) => {
    await sql`alter table memorials add column later_rank integer not null default 7, add column later_note text`.execute(
      db,
    )
    await sql`create index memorials_by_later_rank on memorials (later_rank)`.execute(db)
  },
  '9999-later-table': async (db) => {
    await sql`create table later_things (
      id integer generated always as identity primary key,
      memorial_id integer not null references memorials on delete cascade
    )`.execute(db)
  },
}

function withLaterMigrations(kysely) {
  class Migrator extends kysely.Migrator {
    constructor({ provider, ...options }) {
      super({
        ...options,
        provider: {
          getMigrations: async () => {
            const later = Object.entries(LATER).map(([name, up]) => [name, { up }])
            return { ...(await provider.getMigrations()), ...Object.fromEntries(later) }
          },
        },
      })
    }
  }
  return { ...kysely, Migrator }
}

Module._load = function (request, ...rest) {
  const loaded = load.call(this, request, ...rest)
  return request === 'kysely' ? withLaterMigrations(loaded) : loaded
}
