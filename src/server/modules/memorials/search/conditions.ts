import type { NameFilter } from '@contract/memorial-terms'
import { bitCount, type CachedFilter, lowestBit, SlotSet } from './slot-set'
import { type Day, DAYS_OF_A_YEAR, type People, type TextField } from './people'
import { containing, type RatedWord, type Rating } from './ratings'
import type { Wanted, Years } from './asked'

/** A criterion that people must meet. Every hit meets all conditions; a removed person meets none. */
export interface Condition {
  /** An upper bound, close to `count`. */
  people: number
  /** How many people meet it. */
  count: () => number
  /** Visits them; some may be visited twice. */
  each: (visit: (slot: number) => void) => void
  holds: (slot: number) => boolean
  /** Reduces a set to the slots that meet it. */
  intersect: (set: SlotSet) => void
  /** The condition is that a word of the question matches. */
  isOfWord?: true
}

/** Conditions that more than this share of all people meet are evaluated by a scan of all columns in memory order. */
export const MANY = 1 / 16

/** Someone who searches by last name may know only the maiden name. */
const FIELDS_OF_FILTER: Record<NameFilter | 'place', readonly [TextField, ...TextField[]]> = {
  lastname: ['lastname', 'maiden'],
  name: ['name'],
  surname: ['surname'],
  place: ['place'],
}

/** The most selective first. */
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
  // A question of punctuation alone, without words or years, matches no one.
  if (question && question.words.length + question.years.length === 0) conditions.push(NOBODY)
  return conditions.sort((one, other) => one.people - other.people)
}

const NOBODY: Condition = {
  people: 0,
  count: () => 0,
  each: () => undefined,
  holds: () => false,
  intersect: (set) => set.clear(),
}

/** One of these fields, which share a dictionary, contains the text. */
function having(people: People, fields: readonly [TextField, ...TextField[]], text: string): Condition {
  const known = people.filters.get(fields, text)
  if (known) return cachedCondition(known)
  const rating = containing(people.dictionaries[fields[0]], text)
  const condition = anyOf(people, Object.fromEntries(fields.map((field) => [field, rating])))
  if (condition.people < people.slots * MANY) return condition
  const set = new SlotSet(people.room)
  set.addFirst(people.slots)
  condition.intersect(set)
  return cachedCondition(people.filters.set(fields, text, set))
}

function cachedCondition({ set, size }: CachedFilter): Condition {
  return {
    people: size,
    count: () => size,
    each: (visit) => set.each(visit),
    holds: (slot) => set.has(slot),
    intersect: (others) => others.intersectWith(set),
  }
}

/** One of these fields has a matching text. */
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
    intersect(set) {
      set.filterChunks((present, slot) => {
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

/** If more than this many of 32 slots are present, all are read: deciding which ones takes longer. */
const MOST = 8

/**
 * Which of the requested 32 slots have a rate in a column. It has no branches: with random data a processor mispredicts
 * half of them, which takes longer than reading.
 */
function ratedOf(asked: number, first: number, { column, rates }: RatedColumn): number {
  let found = 0
  if (bitCount(asked) > MOST) {
    for (let bit = 0; bit < 32; bit++) {
      // 1 for every rate but 0.
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

/** An unknown day is in no year, not even in an open range. */
function within(people: People, day: Day, { from = 0, to = 9999 }: Years): Condition {
  const days = people.columns[day]
  const [first, last] = [from * DAYS_OF_A_YEAR, to * DAYS_OF_A_YEAR + DAYS_OF_A_YEAR - 1]
  const count = people.countBetween(day, first, last)
  return {
    people: count,
    count: () => count,
    each: (visit) => people.eachBetween(day, first, last, visit),
    holds: (slot) => (days[slot] as number) >= first && (days[slot] as number) <= last,
    intersect(set) {
      set.filterChunks((_present, slot) => {
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

/** One year matches birth or death; two match both, in either order. */
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

function searched(condition: Omit<Condition, 'intersect'>): Condition {
  const { holds } = condition
  return {
    ...condition,
    intersect(set) {
      set.each((slot) => {
        if (!holds(slot)) set.delete(slot)
      })
    },
  }
}
