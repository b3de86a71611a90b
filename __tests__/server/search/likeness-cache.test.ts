import { memorialListQuerySchema } from '@contract/memorial'
import { asSearch } from '@server/modules/memorials/search/asked'
import { find } from '@server/modules/memorials/search/find'
import { People, type Person } from '@server/modules/memorials/search/people'
import { keysOf, realNames } from '@support/real-names'

/** More than are sorted for a page, and fewer than there is room for. */
const MANY = 30_000
const QUESTIONS = { 'ов ич': 'ич ов', а: 'а', на: 'на' }
const searchFor = (q: string, offset = 0) => asSearch(memorialListQuerySchema.cast({ q, offset, limit: 12 }))

const names = realNames(7)
const nextPerson = (id: number): Person => {
  const { value } = names.next()
  return { ...keysOf(value), id, place: '', birth: value.birth, death: value.death }
}

let now: Map<number, Person>
let people: People

const put = (...some: Person[]) => {
  for (const person of some) now.set(person.id, person)
  people.replace(some)
}
/** Of people who are there: nobody has a name that was not there before. */
const namesOf = (id: number) => ({ ...(now.get(id) as Person) })
const takeOut = (...ids: number[]) => {
  for (const id of ids) now.delete(id)
  people.replace(ids.map((id) => ({ id })))
}

async function expectAsIfNew(): Promise<void> {
  const fresh = new People()
  for (const person of now.values()) fresh.add(person)
  await fresh.build()
  for (const q of Object.keys(QUESTIONS)) {
    for (const offset of [0, 500, 4000]) {
      const search = searchFor(q, offset)
      // Another one has nothing that it could have kept.
      fresh.likeness.clear()
      expect(find(people, search)).toEqual(find(fresh, search))
    }
  }
}

const kept = () => Object.values(QUESTIONS).filter((question) => people.likeness.get(question))

beforeEach(async () => {
  now = new Map()
  people = new People()
  for (let id = 1; id <= MANY; id++) {
    const person = nextPerson(id)
    now.set(id, person)
    people.add(person)
  }
  await people.build()
  for (const q of Object.keys(QUESTIONS)) find(people, searchFor(q))
})

it('answers as if everybody were looked at, after people were renamed, went and came', async () => {
  expect(kept()).toEqual(Object.values(QUESTIONS))

  put(...Array.from({ length: 300 }, (_, index) => ({ ...namesOf(index * 7 + 5), id: index * 11 + 1 })))
  takeOut(...Array.from({ length: 200 }, (_, index) => index * 13 + 2).filter((id) => now.has(id)))
  put(...Array.from({ length: 300 }, (_, index) => ({ ...namesOf(index * 26 + 6), id: MANY + 1 + index })))

  expect(kept()).toEqual(Object.values(QUESTIONS))
  await expectAsIfNew()
})

it('forgets a question when a name comes that nobody had before', async () => {
  put({ ...namesOf(1), lastname: 'неслыханова' })
  expect(kept()).toEqual([])
  await expectAsIfNew()
})

it('follows people beyond the room that there was', async () => {
  put(...Array.from({ length: 4000 }, (_, index) => nextPerson(MANY + 1 + index)))
  await expectAsIfNew()
})

it('answers as if everybody were looked at when few are left', async () => {
  takeOut(...Array.from({ length: MANY - 2000 }, (_, index) => index + 1))
  await expectAsIfNew()
})

it('keeps nothing of a question that asks for more than words', () => {
  people.likeness.clear()
  find(people, asSearch(memorialListQuerySchema.cast({ q: 'ов ич', name: 'а' })))
  find(people, asSearch(memorialListQuerySchema.cast({ q: 'ов ич', sort_by: 'lastname' })))
  find(people, asSearch(memorialListQuerySchema.cast({ q: 'ов ич', birth_year_from: 1900 })))
  find(people, asSearch(memorialListQuerySchema.cast({ q: 'ов ич', place: 'город' })))
  expect(kept()).toEqual([])
})
