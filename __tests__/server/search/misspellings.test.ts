import { nameKey } from '@server/lib/search-text'
import { asSearch } from '@server/modules/memorials/search/asked'
import { find } from '@server/modules/memorials/search/find'
import { People } from '@server/modules/memorials/search/people'
import { memorialListQuerySchema } from '@contract/memorial'
import { MISSPELLINGS } from '@support/misspellings'
import { keysOf, type RealName, realNames } from '@support/real-names'

const OTHERS = 20_000
const SHOWN = 5

const all = Object.values(MISSPELLINGS).flat()
const names = [...new Set(all.map(([, meant]) => meant))]
const nobody = { place: '', maiden: '', birth: null, death: null }
const people = new People()

beforeAll(async () => {
  const others = realNames()
  for (let id = 1; id <= OTHERS; id++) {
    const { value } = others.next()
    people.add({ ...nobody, ...keysOf(value), id })
  }
  names.forEach((meant, index) => {
    const [lastname = '', name = '', surname = ''] = meant.split(' ').map(nameKey)
    people.add({ ...nobody, id: OTHERS + 1 + index, lastname, name, surname })
  })
  await people.build()
})

const idOf = (meant: string) => OTHERS + 1 + names.indexOf(meant)
const search = (q: string) => find(people, asSearch(memorialListQuerySchema.cast({ q, limit: SHOWN })))
/** Whether the surname that was meant, with the name where one was typed, is among the first. */
function isFound([typed, meant]: readonly [string, string]): boolean {
  return search(typed).ids.some((id) => id === idOf(meant) || isNamesake(id, typed, meant))
}

/** Only one word was typed: then whoever has the surname that was meant is as good. */
function isNamesake(id: number, typed: string, meant: string): boolean {
  const slot = id - 1
  const { lastname } = people.columns
  return (
    !typed.includes(' ') &&
    people.dictionaries.lastname.keys[lastname[slot] as number] === nameKey(meant.split(' ')[0] as string)
  )
}

it('has two hundred of them', () => {
  expect(all).toHaveLength(200)
})

it.each(Object.entries(MISSPELLINGS))('finds who was meant among the first five: %s', (_kind, some) => {
  const lost = some.filter((one) => !isFound(one))
  expect(lost.length).toBeLessThanOrEqual(Math.ceil(some.length / 20))
})

it('finds at least 190 of the 200', () => {
  const lost = all.filter((one) => !isFound(one))
  expect(lost.length).toBeLessThanOrEqual(10)
})

it('finds each of two hundred names that are there as it was typed, and forgives nothing', () => {
  const others = realNames()
  const exact = [...names, ...Array.from({ length: 200 - names.length }, () => fullName(others.next().value))]
  for (const meant of exact) {
    const { ids, isForgiving } = search(meant)
    expect({ isForgiving, first: nameOf(ids[0] as number) }).toEqual({ isForgiving: false, first: nameKey(meant) })
  }
  expect(exact).toHaveLength(200)
})

const fullName = ({ lastname, name, surname }: RealName) => `${lastname} ${name} ${surname}`

function nameOf(id: number): string {
  const parts = (['lastname', 'name', 'surname'] as const).map(
    (part) => people.dictionaries[part].keys[people.columns[part][id - 1] as number],
  )
  return parts.join(' ')
}
