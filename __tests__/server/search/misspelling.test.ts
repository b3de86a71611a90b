import fc from 'fast-check'
import { Dictionary } from '@server/modules/memorials/search/dictionary'
import { Misspelled, mistakesForgiven } from '@server/modules/memorials/search/misspelling'
import { repeats } from '@support/repeats'

const RUNS = repeats({ usually: 5_000, thoroughly: 200_000 })

/** Few letters, so that words are often near each other. */
const word = fc.string({ unit: fc.constantFrom('а', 'о', 'б', 'в', 'ь'), minLength: 1, maxLength: 12 })
const letter = fc.constantFrom('а', 'о', 'г')
/** A word, and the same with a few letters changed, left out, added or swapped. */
const pair = fc
  .tuple(
    word,
    fc.array(fc.tuple(fc.constantFrom('change', 'leave', 'add', 'swap'), fc.nat(11), letter), { maxLength: 4 }),
  )
  .map(([one, changes]) => {
    const letters = Array.from(one)
    for (const [kind, at, sign] of changes) {
      if (kind === 'swap') letters.splice(at, 2, ...letters.slice(at, at + 2).reverse())
      else letters.splice(at, kind === 'add' ? 0 : 1, ...(kind === 'leave' ? [] : [sign]))
    }
    return [one, letters.join('')] as const
  })

/** The optimal string alignment distance by its definition. */
function mistakesIn(one: string, other: string): number {
  const table = Array.from({ length: one.length + 1 }, (_, row) => [row])
  const at = (row: number, column: number) => table[row]?.[column] as number
  for (let row = 0; row <= one.length; row++) {
    for (let column = row === 0 ? 0 : 1; column <= other.length; column++) {
      const costs = row === 0 ? [column] : [at(row - 1, column) + 1, at(row, column - 1) + 1]
      if (row > 0) costs.push(at(row - 1, column - 1) + Number(one[row - 1] !== other[column - 1]))
      const isSwap = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      if (isSwap) costs.push(at(row - 2, column - 2) + 1)
      ;(table[row] as number[])[column] = Math.min(...costs)
    }
  }
  return at(one.length, other.length)
}

it('forgives as many mistakes as a word may have, and no more', () => {
  let forgiven = 0
  fc.assert(
    fc.property(pair, ([one, other]) => {
      const mistakes = mistakesIn(one, other)
      const distance = new Misspelled(one).distance(other)
      expect(distance !== undefined).toBe(mistakes <= mistakesForgiven(one))
      if (distance === undefined) return
      expect(distance).toBeLessThanOrEqual(mistakes)
      forgiven += Number(mistakes > 0)
    }),
    { numRuns: RUNS },
  )
  expect(forgiven).toBeGreaterThan(RUNS / 20)
})

it('compares one word with many, the long ones too', () => {
  const misspelled = new Misspelled('а'.repeat(300))
  expect(misspelled.distance('а'.repeat(302))).toBe(1)
  expect(misspelled.distance('а'.repeat(303))).toBeUndefined()
  expect(misspelled.distance(`б${'а'.repeat(299)}`)).toBe(1)
  expect(misspelled.distance(`б${'а'.repeat(298)}бб`)).toBeUndefined()
})

it('finds in a dictionary whoever is near enough, and leaves nobody out beforehand', () => {
  fc.assert(
    fc.property(fc.array(pair, { minLength: 1, maxLength: 30 }), (pairs) => {
      const dictionary = new Dictionary()
      for (const [, other] of pairs) dictionary.numberOf(other)
      for (const [one] of pairs) {
        const misspelled = new Misspelled(one)
        const near = dictionary.keys.filter(
          (key) => mistakesForgiven(one) > 0 && key !== '' && misspelled.distance(key) !== undefined,
        )
        const found = misspelled.nearest(dictionary).map(({ number }) => dictionary.keys[number])
        expect(found.sort()).toEqual(near.sort())
      }
    }),
    { numRuns: RUNS / 100 },
  )
})
