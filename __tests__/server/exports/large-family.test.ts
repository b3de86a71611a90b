import { aMemorial } from '@support/factories'
import { familiesOf, type FamilyTie, gedcomOf } from '@server/modules/exports/gedcom'
import { listTiesAmong } from '@server/modules/relations/repository'
import { startTestApp, type TestApp } from '@support/server-app'
import { anOwner, aStoredMemorial } from '@support/test-memorials'

/** More than a statement may have parameters, twice. */
const MORE_THAN_PARAMETERS = 40_000
const PEOPLE = 6000

const persons = Array.from({ length: PEOPLE }, (_, index) => index + 1)
/** Everybody but the first has a parent and a sibling. */
const ties: FamilyTie[] = persons.slice(2).flatMap((id) => [
  { person: id, other: Math.floor(id / 2), kind: 'parent' as const },
  { person: id, other: id - 1, kind: 'sibling' as const },
])
/** One for two hundred people; and three for two hundred ties, which are read for parents, couples and siblings. */
const PAUSES = (PEOPLE + 3 * ties.length) / 200

it('asks what the people of any number of pages are to each other', async () => {
  const server: TestApp = await startTestApp()
  const { token } = await anOwner(server)
  const [one, other] = [await aStoredMemorial(server, token), await aStoredMemorial(server, token)]
  const tie = { memorial_id: one.id, other_id: other.id, kind: 'spouse', status: 'approved' } as const
  await server.db
    .insertInto('relations')
    .values({ ...tie, decided_at: new Date() })
    .execute()
  const ids = Array.from({ length: MORE_THAN_PARAMETERS }, (_, index) => one.id + index)
  expect(await listTiesAmong(server.db, ids)).toEqual([{ person: one.id, other: other.id, kind: 'spouse' }])
  await server.close()
})

it(`lets others work while a tree of ${PEOPLE} people is written`, async () => {
  const people = persons.map((id) => ({
    memorial: aMemorial({ id }),
    burial: null,
    address: `https://example.org/memorials/${id}`,
  }))
  let [turns, isOver] = [0, false]
  const others = (async () => {
    while (!isOver) {
      turns++
      await new Promise((resolve) => setImmediate(resolve))
    }
  })()
  let gedcom = ''
  for await (const text of gedcomOf(people as unknown as Parameters<typeof gedcomOf>[0], ties)) gedcom += text
  isOver = true
  await others
  expect(turns).toBeGreaterThanOrEqual(PAUSES)
  expect(gedcom.match(/^1 FAMC /gm)).toHaveLength(gedcom.match(/^1 CHIL /gm)?.length ?? 0)
  expect(gedcom).toContain('1 FAMC @F1@')
  expect(gedcom.endsWith('0 TRLR\n')).toBe(true)
})

it('looks once at each sibling, however many there are', async () => {
  const siblings = await familiesOf(persons.slice(1).map((id) => ({ person: 1, other: id, kind: 'sibling' })))
  expect(siblings).toEqual([{ parents: [], children: persons }])
  const apart = await familiesOf(
    persons.filter((id) => id % 2 === 0).map((id) => ({ person: id - 1, other: id, kind: 'sibling' })),
  )
  expect(apart).toHaveLength(PEOPLE / 2)
})
