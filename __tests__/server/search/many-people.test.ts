import { memorialListQuerySchema } from '@contract/memorial'
import { asSearch, readQuestion } from '@server/modules/memorials/search/asked'
import { find } from '@server/modules/memorials/search/find'
import { People } from '@server/modules/memorials/search/people'
import { asTyped, scorerOfMany, wordScorer } from '@server/modules/memorials/search/ratings'
import { keysOf, realNames } from '@support/real-names'

/** More than are sorted for a page. */
const MANY = 40_000
const SCORE_MAX = 254
/** Parts and letters that thousands have, together and alone. */
const QUESTIONS = ['ов ич', 'ова на', 'а', 'ов', 'на ев ов ан', 'мария ова', 'ов ов']

const people = new People()

beforeAll(async () => {
  const names = realNames(5)
  for (let id = 1; id <= MANY; id++) {
    const { value } = names.next()
    people.add({ ...keysOf(value), id, place: '', birth: value.birth, death: value.death })
  }
  await people.build()
})

const wordsOf = (q: string) => readQuestion(q).words.map((word) => asTyped(people, word))
const everySlot = Array.from({ length: MANY }, (_, slot) => slot)

it.each(QUESTIONS)('scores many people for «%s» as it scores each by themselves', (q) => {
  const one = wordScorer(people, wordsOf(q), SCORE_MAX)
  const many = scorerOfMany(people, wordsOf(q), SCORE_MAX)
  expect(everySlot.filter((slot) => one(slot) !== many?.(slot))).toEqual([])
})

it.each(QUESTIONS)('shows the likeliest of many for «%s» first, and those alike by surname', (q) => {
  const scoreOf = wordScorer(people, wordsOf(q), SCORE_MAX)
  const scores = everySlot.map(scoreOf)
  const inOrder = everySlot
    .filter((slot) => (scores[slot] as number) >= 0)
    .sort((a, b) => (scores[a] as number) - (scores[b] as number) || people.compare('lastname', a, b))
    .map((slot) => people.columns.id[slot])
  for (const offset of [0, 7, Math.floor(inOrder.length / 2), inOrder.length - 5, inOrder.length]) {
    const search = asSearch(memorialListQuerySchema.cast({ q, offset, limit: 12 }))
    expect(find(people, search)).toEqual({
      ids: inOrder.slice(offset, offset + 12),
      total: inOrder.length,
      isForgiving: false,
    })
  }
})

it('finds the same by filters that were kept, after those changed whom they are about', () => {
  const changed = new People()
  const names = realNames(6)
  const nextPerson = (id: number) => {
    const { value } = names.next()
    return { ...keysOf(value), id, place: '', birth: value.birth, death: value.death }
  }
  const now = new Map<number, ReturnType<typeof nextPerson>>()
  const put = (...some: ReturnType<typeof nextPerson>[]) => {
    for (const person of some) now.set(person.id, person)
    changed.replace(some)
  }
  const searches = ['а', 'о', 'ов'].flatMap((lastname) =>
    ['а', 'и'].map((name) => asSearch(memorialListQuerySchema.cast({ lastname, name, limit: 100 }))),
  )
  const expectAsCounted = () => {
    for (const search of searches) {
      const fitting = [...now.values()].filter(
        ({ lastname, maiden, name }) =>
          (lastname.includes(search.lastname) || maiden.includes(search.lastname)) && name.includes(search.name),
      )
      expect(find(changed, search).total).toBe(fitting.length)
    }
  }
  put(...Array.from({ length: 900 }, (_, index) => nextPerson(index + 1)))
  expectAsCounted()
  // Renamed, gone, and come, beyond the room that there was.
  put(...Array.from({ length: 300 }, (_, index) => nextPerson(index * 3 + 1)))
  expectAsCounted()
  for (let id = 2; id < 300; id += 3) now.delete(id)
  changed.replace(Array.from({ length: 100 }, (_, index) => ({ id: index * 3 + 2 })).filter(({ id }) => id < 300))
  expectAsCounted()
  put(...Array.from({ length: 1500 }, (_, index) => nextPerson(5000 + index)))
  expectAsCounted()
})
