import type { NameFilter } from '@contract/memorial-terms'
import type { KeptFilter } from './kept-filters'
import { type Day, DAYS_OF_A_YEAR, type People, type TextField } from './people'
import { containing, type RatedWord, type Rating } from './ratings'
import { bitCount, lowestBit, SlotSet } from './slot-set'
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
  /** Keeps those of a set who fulfil it. */
  keepIn: (set: SlotSet) => void
  /** A word of the question has to fit. */
  isOfWord?: true
}

/** What more people fulfil than this part of all is found by looking at everybody in the order of the memory. */
export const MANY = 1 / 16

/** Who looks for a surname may know the maiden name only. */
const FIELDS_OF_FILTER: Record<NameFilter | 'place', readonly [TextField, ...TextField[]]> = {
  lastname: ['lastname', 'maiden'],
  name: ['name'],
  surname: ['surname'],
  place: ['place'],
}

/** The rarest first. */
export function conditionsOf(people: People, wanted: Wanted, words: readonly RatedWord[]): Condition[] {
  const { question } = wanted
  const conditions = words.map((word): Condition => ({ ...anyOf(people, word), isOfWord: true }))
  for (const filter of ['lastname', 'name', 'surname', 'place'] as const) {
    if (wanted[filter]) conditions.push(having(people, FIELDS_OF_FILTER[filter], wanted[filter]))
  }
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

const NOBODY: Condition = {
  people: 0,
  count: () => 0,
  each: () => undefined,
  holds: () => false,
  keepIn: (set) => set.clear(),
}

/** One of these fields, which share a dictionary, has the text as a part. */
function having(people: People, fields: readonly [TextField, ...TextField[]], text: string): Condition {
  const known = people.filters.get(fields, text)
  if (known) return kept(known)
  const rating = containing(people.dictionaries[fields[0]], text)
  const condition = anyOf(people, Object.fromEntries(fields.map((field) => [field, rating])))
  if (condition.people < people.slots * MANY) return condition
  const set = new SlotSet(people.room)
  set.addFirst(people.slots)
  condition.keepIn(set)
  return kept(people.filters.keep(fields, text, set))
}

function kept({ set, size }: KeptFilter): Condition {
  return {
    people: size,
    count: () => size,
    each: (visit) => set.each(visit),
    holds: (slot) => set.has(slot),
    keepIn: (others) => others.keepOnly(set),
  }
}

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
  const used = fields.filter(({ fit }) => fit > 0)
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
    holds: holdsIn(fields.length),
    keepIn(set) {
      set.keepThose((present, slot) => {
        let found = 0
        for (let index = 0; index < used.length; index++) {
          found |= ratedOf(present & ~found, slot, used[index] as RatedColumn)
        }
        return found
      })
    },
  }
}

interface RatedColumn {
  column: Uint32Array
  rates: Uint8Array
}

/** Of 32 slots, more present than these are all looked at: deciding which takes longer. */
const MOST = 8

/**
 * Which of 32 slots have a rate in a column, of those that are asked for. It decides nothing on the way: of many random
 * answers a processor guesses half wrongly, which takes longer than to look.
 */
function ratedOf(asked: number, first: number, { column, rates }: RatedColumn): number {
  let found = 0
  if (bitCount(asked) > MOST) {
    for (let bit = 0; bit < 32; bit++) {
      // 1 of every rate but 0.
      found |= (((rates[column[first + bit] as number] as number) + 255) >> 8) << bit
    }
    return found & asked
  }
  for (let rest = asked; rest !== 0; rest &= rest - 1) {
    const bit = lowestBit(rest)
    found |= (((rates[column[first + bit] as number] as number) + 255) >> 8) << bit
  }
  return found
}

/** A day that is not known is in no year, not even in an open range. */
function within(people: People, day: Day, { from = 0, to = 9999 }: Years): Condition {
  const days = people.columns[day]
  const [first, last] = [from * DAYS_OF_A_YEAR, to * DAYS_OF_A_YEAR + DAYS_OF_A_YEAR - 1]
  const count = people.countBetween(day, first, last)
  return {
    people: count,
    count: () => count,
    each: (visit) => people.eachBetween(day, first, last, visit),
    holds: (slot) => (days[slot] as number) >= first && (days[slot] as number) <= last,
    keepIn(set) {
      set.keepThose((_present, slot) => {
        let found = 0
        for (let bit = 0; bit < 32; bit++) {
          const at = days[slot + bit] as number
          // Signs of differences instead of comparisons: see `ratedOf`.
          found |= (~((at - first) | (last - at)) >>> 31) << bit
        }
        return found
      })
    },
  }
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

function searched(condition: Omit<Condition, 'keepIn'>): Condition {
  const { holds } = condition
  return {
    ...condition,
    keepIn(set) {
      set.each((slot) => {
        if (!holds(slot)) set.delete(slot)
      })
    },
  }
}
