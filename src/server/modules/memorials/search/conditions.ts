import type { NameFilter } from '@contract/memorial-terms'
import { type Day, DAYS_OF_A_YEAR, type People, type TextField } from './people'
import { containing, type RatedWord, type Rating } from './ratings'
import type { Question } from './words'

/** What people are looked for by. Texts are keys (see lib/search-text.ts), empty where nothing is looked for. */
export interface Wanted extends Record<NameFilter, string> {
  question: Question | undefined
  place: string
  birthYears: Years
  deathYears: Years
}

/** Both ends belong to it. */
export interface Years {
  from: number | undefined
  to: number | undefined
}

/** Something that is asked of people. Whoever is found fulfils all conditions; whoever is gone fulfils none. */
export interface Condition {
  /** How many fulfil it, or a few more. */
  people: number
  /** How many fulfil it. */
  count: () => number
  /** Visits them, one or the other twice. */
  each: (visit: (slot: number) => void) => void
  holds: (slot: number) => boolean
  /** Keeps those of the first `length` slots who fulfil it, in place, and returns how many they are. */
  narrow: (slots: Uint32Array, length: number) => number
}

/** The rarest first. */
export function conditionsOf(people: People, wanted: Wanted, words: readonly RatedWord[]): Condition[] {
  const { lastname, name, surname, place, question } = wanted
  const conditions = words.map((word) => anyOf(people, word))
  const having = (text: string, fields: TextField[]) =>
    text &&
    conditions.push(anyOf(people, Object.fromEntries(fields.map((field) => [field, containing(people, field, text)]))))
  // Who looks for a surname may know the maiden name only.
  having(lastname, ['lastname', 'maiden'])
  having(name, ['name'])
  having(surname, ['surname'])
  having(place, ['place'])
  for (const [day, years] of [
    ['birth', wanted.birthYears],
    ['death', wanted.deathYears],
  ] as const) {
    if (years.from !== undefined || years.to !== undefined) conditions.push(within(people, day, years))
  }
  if (question) conditions.push(...livedIn(people, question.years))
  // Signs that are neither words nor years find nobody.
  if (question && question.words.length + question.years.length === 0) conditions.push(NOBODY)
  return conditions.sort((one, other) => one.people - other.people)
}

const NOBODY: Condition = { people: 0, count: () => 0, each: () => undefined, holds: () => false, narrow: () => 0 }

/** One of these fields has a fitting text. */
function anyOf(people: People, ratings: Partial<Record<TextField, Rating>>): Condition {
  const fields = Object.entries(ratings).map(([name, rating]) => {
    const field = name as TextField
    const { uses } = people.groups[field]
    const fit = rating.fitting.reduce((sum, number) => sum + (uses[number] ?? 0), 0)
    return { groups: people.groups[field], column: people.columns[field], fit, ...rating }
  })
  const holdsIn = (count: number) => (slot: number) => {
    for (let index = 0; index < count; index++) {
      const { column, rates } = fields[index] as (typeof fields)[number]
      if (rates[column[slot] as number]) return true
    }
    return false
  }
  const each = ({ groups, fitting }: (typeof fields)[number], visit: (slot: number) => void) => {
    for (const number of fitting) groups.each(number, visit)
  }
  const [first, ...others] = fields as [(typeof fields)[number], ...typeof fields]
  const holds = holdsIn(fields.length)
  return {
    people: fields.reduce((sum, { fit }) => sum + fit, 0),
    count() {
      let count = first.fit
      others.forEach((field, index) => {
        const isCounted = holdsIn(index + 1)
        each(field, (slot) => {
          if (!isCounted(slot)) count++
        })
      })
      return count
    },
    each: (visit) => fields.forEach((field) => each(field, visit)),
    holds,
    narrow(slots, length) {
      const [second, third] = others
      if (!second) return keepRated(slots, length, first)
      return third ? keepThose(slots, length, holds) : keepRatedInEither(slots, length, first, second)
    },
  }
}

interface RatedColumn {
  column: Uint32Array
  rates: Uint8Array
}

/**
 * Keeps those of the first `length` slots who have a rate in a column, in place, and returns how many they are. It
 * decides nothing on the way: of a million random answers a processor guesses half wrongly, which takes longer than to look.
 */
function keepRated(slots: Uint32Array, length: number, { column, rates }: RatedColumn): number {
  let kept = 0
  for (let index = 0; index < length; index++) {
    const slot = slots[index] as number
    slots[kept] = slot
    // 1 of every rate but 0.
    kept += ((rates[column[slot] as number] as number) + 255) >> 8
  }
  return kept
}

/** The same of two columns. */
function keepRatedInEither(slots: Uint32Array, length: number, one: RatedColumn, other: RatedColumn): number {
  const { column: ones, rates: ratesOfOnes } = one
  const { column: others, rates: ratesOfOthers } = other
  let kept = 0
  for (let index = 0; index < length; index++) {
    const slot = slots[index] as number
    const rate = (ratesOfOnes[ones[slot] as number] as number) | (ratesOfOthers[others[slot] as number] as number)
    slots[kept] = slot
    kept += (rate + 255) >> 8
  }
  return kept
}

function keepThose(slots: Uint32Array, length: number, holds: (slot: number) => boolean): number {
  let kept = 0
  for (let index = 0; index < length; index++) {
    const slot = slots[index] as number
    if (holds(slot)) slots[kept++] = slot
  }
  return kept
}

/** A day that is not known is in no year, not even in an open range. */
function within(people: People, day: Day, { from = 0, to = 9999 }: Years): Condition {
  const days = people.columns[day]
  const [first, last] = [from * DAYS_OF_A_YEAR, to * DAYS_OF_A_YEAR + DAYS_OF_A_YEAR - 1]
  const count = people.countBetween(day, first, last)
  return searched({
    people: count,
    count: () => count,
    each: (visit) => people.eachBetween(day, first, last, visit),
    holds: (slot) => (days[slot] as number) >= first && (days[slot] as number) <= last,
  })
}

/** One year is that of birth or of death; two are both, whichever was said first. */
function livedIn(people: People, [one, other]: readonly number[]): Condition[] {
  if (one === undefined) return []
  const inYear = (day: Day, year: number) => within(people, day, { from: year, to: year })
  if (other === undefined) return [either(inYear('birth', one), inYear('death', one))]
  return [
    either(both(inYear('birth', one), inYear('death', other)), both(inYear('birth', other), inYear('death', one))),
  ]
}

function either(one: Condition, other: Condition): Condition {
  const count = () => {
    let extra = 0
    other.each((slot) => (extra += Number(!one.holds(slot))))
    return one.count() + extra
  }
  return searched({
    people: one.people + other.people,
    count,
    each(visit) {
      one.each(visit)
      other.each(visit)
    },
    holds: (slot) => one.holds(slot) || other.holds(slot),
  })
}

function both(one: Condition, other: Condition): Condition {
  const each: Condition['each'] = (visit) => one.each((slot) => other.holds(slot) && visit(slot))
  const count = () => {
    let count = 0
    each(() => count++)
    return count
  }
  return searched({ people: one.people, count, each, holds: (slot) => one.holds(slot) && other.holds(slot) })
}

function searched(condition: Omit<Condition, 'narrow'>): Condition {
  return { ...condition, narrow: (slots, length) => keepThose(slots, length, condition.holds) }
}
