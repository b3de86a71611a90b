import type { SortField, SortOrder } from '@contract/memorial-terms'
import { type Condition, conditionsOf, type Wanted } from './conditions'
import type { People } from './people'
import { asMeant, asMisspelled, asTyped, fitsNobody, hasOtherReadings, type RatedWord } from './ratings'
import { wordScorer } from './word-scorer'
import type { Word } from './words'

/** A page of those who are wanted. */
export interface Search extends Wanted {
  /** Absent: by likeness where a question is asked, else by surname. */
  sortBy: SortField | undefined
  sortOrder: SortOrder
  offset: number
  limit: number
}

export interface Found {
  /** Of one page. */
  ids: number[]
  total: number
  /** Nothing was found by the words as they were typed, so these are like them. */
  isForgiving: boolean
}

/** Of longer questions nothing is forgiven: it would take long, and they are no names. */
const FORGIVEN_WORDS_MAX = 4

/**
 * Finds a page of people. At a million it takes a few milliseconds, and about 250 for two parts that most names have, as
 * «ов ич».
 */
export function find(people: People, search: Search): Found {
  const words = search.question?.words ?? []
  const exact = lookFor(people, search, words, asTyped)
  if (exact.total > 0 || words.length === 0 || words.length > FORGIVEN_WORDS_MAX) {
    return { ...exact, isForgiving: false }
  }
  const ways = words.some(hasOtherReadings) ? [asMeant, asMisspelled] : [asMisspelled]
  for (const read of ways) {
    const forgiven = lookFor(people, search, words, read)
    if (forgiven.total > 0) return { ...forgiven, isForgiving: true }
  }
  return { ...exact, isForgiving: false }
}

type Read = typeof asTyped

/** Goes no further than to the first word that nobody has, beginning with the longest, which is the rarest. */
function lookFor(people: People, search: Search, words: readonly Word[], read: Read): Page {
  const rated: RatedWord[] = []
  for (const word of [...words].sort((one, other) => other.typed.length - one.typed.length)) {
    const ratings = read(people, word)
    if (fitsNobody(ratings)) return { ids: [], total: 0 }
    rated.push(ratings)
  }
  return look(people, search, rated)
}

type Page = Omit<Found, 'isForgiving'>

/** Of so many and fewer, a page is found by sorting them; of more, by going through the sorted list. */
const FEW = 5000
/** With a larger part of all people than this, it is quicker to look at everybody in the order of the memory. */
const MANY = 1 / 16
const SCORE_MAX = 254

function look(people: People, search: Search, words: RatedWord[]): Page {
  const by = search.sortBy ?? 'lastname'
  const conditions = conditionsOf(people, search, words)
  const [rarest, ...others] = conditions
  if (!rarest) return { ids: pageOf(people, by, search), total: people.count }

  const isByLikeness = search.question !== undefined && search.sortBy === undefined
  if (others.length === 0 && !isByLikeness && rarest.people > FEW) {
    return { ids: pageOf(people, by, search, rarest.holds), total: rarest.count() }
  }

  const matching = allOf(people, rarest, others)
  const scores = words.length > 1 || isByLikeness ? people.marks() : undefined
  const total = scores ? rate(matching, scores, wordScorer(people, words, SCORE_MAX)) : matching.length
  const found = matching.subarray(0, total)
  if (total <= FEW) return { ids: sortedPage(people, by, search, found, isByLikeness ? scores : undefined), total }
  if (scores && isByLikeness) return { ids: likelyPage(people, search, found, scores), total }
  const isFound = scores
    ? (slot: number) => scores[slot] !== 0
    : (slot: number) => conditions.every(({ holds }) => holds(slot))
  return { ids: pageOf(people, by, search, isFound), total }
}

/** The slots of those who fulfil all conditions. They stay valid until the next call. */
function allOf(people: People, rarest: Condition, others: readonly Condition[]): Uint32Array {
  const slots = people.notes
  let length = 0
  if (rarest.people < people.slots * MANY) {
    const isNoted = people.marks()
    rarest.each((slot) => {
      if (!isNoted[slot]) slots[length++] = slot
      isNoted[slot] = 1
    })
  } else {
    for (let slot = 0; slot < people.slots; slot++) slots[slot] = slot
    length = rarest.narrow(slots, people.slots)
  }
  for (const condition of others) length = condition.narrow(slots, length)
  return slots.subarray(0, length)
}

/** Notes the score of each, one higher, and keeps those that have one. Returns how many. */
function rate(slots: Uint32Array, scores: Uint8Array, score: (slot: number) => number): number {
  let kept = 0
  for (const slot of slots) {
    const found = score(slot)
    if (found < 0) continue
    scores[slot] = found + 1
    slots[kept++] = slot
  }
  return kept
}

/** A page of those for whom `isMeant` holds, in the order of a sorted list. */
function pageOf(people: People, by: SortField, search: Search, isMeant?: (slot: number) => boolean): number[] {
  const { id } = people.columns
  const at = people.at(by, search.sortOrder)
  const end = Math.min(search.offset + search.limit, people.count)
  const ids: number[] = []
  if (!isMeant) {
    for (let index = search.offset; index < end; index++) ids.push(id[at(index)] as number)
    return ids
  }
  for (let index = 0, matched = 0; index < people.count && matched < end; index++) {
    const slot = at(index)
    if (isMeant(slot) && matched++ >= search.offset) ids.push(id[slot] as number)
  }
  return ids
}

function sortedPage(people: People, by: SortField, search: Search, slots: Uint32Array, scores?: Uint8Array) {
  const direction = search.sortOrder === 'asc' ? 1 : -1
  const sorted = slots.slice().sort((one, other) => {
    const likelier = scores ? (scores[one] as number) - (scores[other] as number) : 0
    const knownDay = Number(people.hasNoDay(by, one)) - Number(people.hasNoDay(by, other))
    return likelier || knownDay || direction * people.compare(by, one, other)
  })
  const page = sorted.subarray(search.offset, search.offset + search.limit)
  return Array.from(page, (slot) => people.columns.id[slot] as number)
}

/** The likeliest first, and those alike by surname. */
function likelyPage(people: People, search: Search, slots: Uint32Array, scores: Uint8Array): number[] {
  const countOfScore = new Uint32Array(SCORE_MAX + 2)
  for (const slot of slots) {
    const score = scores[slot] as number
    countOfScore[score] = (countOfScore[score] as number) + 1
  }
  const ids: number[] = []
  let before = 0
  for (let score = 1; score < countOfScore.length && ids.length < search.limit; score++) {
    const count = countOfScore[score] as number
    const offset = Math.max(0, search.offset - before)
    before += count
    if (offset >= count) continue
    const part = { ...search, offset, limit: Math.min(search.limit - ids.length, count - offset) }
    const isMeant = (slot: number) => scores[slot] === score
    ids.push(
      ...(count <= FEW
        ? sortedPage(people, 'lastname', part, slots.filter(isMeant))
        : pageOf(people, 'lastname', part, isMeant)),
    )
  }
  return ids
}
