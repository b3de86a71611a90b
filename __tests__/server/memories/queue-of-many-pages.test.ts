import { sql } from 'kysely'
import type { PendingMemories } from '@contract/memory'
import { listPendingAccessRequests } from '@server/modules/access-requests/repository'
import { countPendingMemories, listPendingMemories } from '@server/modules/memories/pending-repository'
import { blocksReadBy } from '@support/read-blocks'
import { startTestApp, type TestApp } from '@support/server-app'
import { anOwner } from '@support/test-memorials'

const PAGES = 4000
const WORDS_OF_PAGE = 3
/**
 * The indexes of pages and waiting words, with much to spare. To look up each page takes two blocks at least; before its
 * release 17 PostgreSQL counts that much for an index too, which is read as fast there.
 */
const BLOCKS_MAX = PAGES / 4

let server: TestApp
let owner: { id: number; token: string }

beforeAll(async () => {
  server = await startTestApp({}, { ownDatabase: true })
  owner = await ownerOfManyPages()
  await ownerOfManyPages()
  for (const table of ['memorials', 'memories', 'access_requests']) {
    await sql`vacuum analyze ${sql.table(table)}`.execute(server.db)
  }
})
afterAll(() => server.close())

async function ownerOfManyPages() {
  const { user, token } = await anOwner(server)
  await server.db.transaction().execute(async (tx) => {
    await sql`
      insert into memorials (user_id, lastname, name, surname, lastname_key, name_key, surname_key,
        birth_precision, death_precision, public_status, swo_status, rate_check, is_advanced, media_storage_limit)
      select ${user.id}, 'Ёлкина', 'Анна', '', 'елкина', 'анна', '', 'unknown', 'unknown', false, false, false, false, 0
      from generate_series(1, ${sql.lit(PAGES)})`.execute(tx)
    await sql`
      insert into memories (memorials_id, description, author, status, created_at)
      select id, 'Помню.', 'Сосед', 'pending', now() - random() * interval '300 days'
      from memorials, generate_series(1, ${sql.lit(WORDS_OF_PAGE)})
      where user_id = ${user.id} order by random()`.execute(tx)
  })
  return { id: user.id, token }
}

/** Blocks are counted as above by the embedded database alone: Debian's PostgreSQL is older than 17. */
const onEmbedded = process.env.TEST_SERVICES ? it.skip : it

onEmbedded('is listed and counted without looking up each page and each word', async () => {
  const asked = { sort_order: 'asc', offset: 0, limit: 20, q: '', suspicious: false } as const
  const viewer = { id: owner.id, isModerator: false }
  const blocks = {
    list: await blocksReadBy(server.db, (db) => listPendingMemories(db, viewer, asked)),
    count: await blocksReadBy(server.db, (db) => countPendingMemories(db, viewer, asked)),
    requests: await blocksReadBy(server.db, (db) => listPendingAccessRequests(db, owner.id)),
  }
  expect(Object.entries(blocks).filter(([, some]) => some > BLOCKS_MAX)).toEqual([])
})

it('holds the words of all own pages, and none of others', async () => {
  const { result, total } = (
    await server.api({ url: '/memories/pending?limit=20', token: owner.token })
  ).json<PendingMemories>()
  expect(total).toBe(PAGES * WORDS_OF_PAGE)
  expect(result).toHaveLength(20)
})
