import fc from 'fast-check'
import { memorialListQuerySchema } from '@contract/memorial'
import { NAME_FILTERS, SORT_FIELDS, SORT_ORDERS } from '@contract/memorial-terms'
import type { Db } from '@server/db/schema'
import { countPublicMemorials, listPublicMemorials } from '@server/modules/memorials/list-repository'
import { asSearch, type ListedMemorials } from '@server/modules/memorials/search/asked'
import type { PeopleIndex } from '@server/modules/memorials/search/people-index'
import { until } from '@support/until'

/** One of these now and then, else nothing. */
const rarely = <T>(...values: T[]) =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.constantFrom(...values) })
const part = rarely('а', 'ов', 'ова', 'ин', 'ж', 'иванов', 'ьев', 'Алекс', 'ё', 'ъ', '%', '_', 'и-и')
const year = rarely(1880, 1900, 1920, 1930, 1950, 1970, 1990, 2010)
const query = fc.record({
  ...Object.fromEntries(NAME_FILTERS.map((filter) => [filter, part])),
  q: rarely('ов', 'Мария', 'Кузнецова', '1930', '1901-1970', 'Иванов 1920', '!'),
  place: rarely('орел', 'санкт петербург', 'кладбище', 'о'),
  birth_year_from: year,
  birth_year_to: year,
  death_year_from: year,
  death_year_to: year,
  sort_by: fc.constantFrom(...SORT_FIELDS),
  sort_order: fc.constantFrom(...SORT_ORDERS),
  offset: fc.constantFrom(0, 0, 5, 60, 500),
  limit: fc.constantFrom(1, 12, 100),
})
const listed = fc.constantFrom<ListedMemorials>('public', 'heroes')

/** Draws so many searches, and expects the same page and total of each, whether it is looked for in memory or by SQL. */
export async function expectAsSql(db: Db, people: PeopleIndex, searches: number): Promise<void> {
  // A search waits for seconds while everybody is read anew, and is then left to SQL.
  await until(async () => (await people.find('public', asSearch(memorialListQuerySchema.cast({})))) !== undefined)
  let found = 0
  await fc.assert(
    fc.asyncProperty(listed, query, async (list, asked) => {
      const search = asSearch(memorialListQuerySchema.cast(asked))
      const [inMemory, rows, total] = await Promise.all([
        people.find(list, search),
        listPublicMemorials(db, list, search),
        countPublicMemorials(db, list, search),
      ])
      // What is forgiven, found by a place or without a word, is nothing for SQL.
      const isBeyond = inMemory?.isForgiving || inMemory?.isByPlace || inMemory?.leftOut !== undefined
      const exact = isBeyond ? { ids: [], total: 0 } : inMemory
      expect(exact).toMatchObject({ ids: rows.map(({ id }) => id), total })
      found += rows.length
    }),
    { numRuns: searches },
  )
  expect(found).toBeGreaterThan(searches)
}
