import type { SortField } from '@contract/memorial-terms'
import { type Condition, conditionsOf, MANY } from './conditions'
import { isCommonInPlaces } from './dictionary'
import { type Likeness, lowestBit, type SlotSet } from './slot-set'
import type { People } from './people'
import {
  asMeant,
  asMisspelled,
  asTyped,
  fitsNobody,
  hasOtherReadings,
  NAME_PARTS,
  orOfPlace,
  otherReadings,
  type RatedWord,
  scorerOfMany,
  wordScorer,
} from './ratings'
import type { Question, Search, Word } from './asked'

export interface Found {
  /** The ids of one page. */
  ids: number[]
  total: number
  /** Nothing matched the words as typed, so these are similar. */
  isForgiving: boolean
  /** Some words were found in the place of burial. */
  isByPlace?: true
  /** The word that was ignored, as typed, because no one matches all of them. */
  leftOut?: string
}

/** Of longer questions no word is left out: each costs a try. */
const WITHOUT_ONE_MAX = 5
/** Longer questions get no typo correction: it would be slow, and they are not names. */
const FORGIVEN_WORDS_MAX = 4

/**
 * Finds a page of people. With a million it takes a few milliseconds, and about thirty for fragments that most names
 * contain, such as «ов ич», the first time.
 */
export function find(people: People, search: Search): Found {
  const words = search.question?.words ?? []
  const question = questionOf(search)
  const known = question === undefined ? undefined : people.likeness.get(question)
  const total = known ? totalOf(known) : 0
  if (known && total > FEW) return { ids: likelyPage(people, search, known), total, isForgiving: false }

  const exact = lookFor(people, search, words, { word: (word) => asTyped(people, word) })
  if (exact.total > 0 || !search.question || words.length === 0) return withoutScore({ ...exact, isForgiving: false })
  return lookFurther(people, search, search.question) ?? { ids: [], total: 0, isForgiving: false }
}

/** When no name has all words as typed: tries places too, then other spellings, then leaves one word out. */
function lookFurther(people: People, search: Search, question: Question): Found | undefined {
  const readers = waysOf(question.words).map((way) => readerOf(people, way))
  const tries = [
    ...readers.flatMap((read) => [
      ...(read.way === asTyped ? [] : [() => lookByName(people, search, question, read)]),
      () => lookByPlace(people, search, question, read),
    ]),
    ...(question.words.length <= WITHOUT_ONE_MAX ? readers : []).map(
      (read) => () => lookWithoutOne(people, search, question, read),
    ),
  ]
  for (const look of tries) {
    const found = look()
    if (found.total > 0) return withoutScore(found)
  }
  return undefined
}

function withoutScore({ best: _best, ...found }: Found & Page): Found {
  return found
}

type Way = typeof asTyped

function waysOf(words: readonly Word[]): Way[] {
  if (words.length > FORGIVEN_WORDS_MAX) return [asTyped]
  return words.some(hasOtherReadings) ? [asTyped, asMeant, asMisspelled] : [asTyped, asMisspelled]
}

/** Rates each word once. */
interface Reader {
  way: Way
  word: (word: Word) => RatedWord
  /** The word in a name or in a place. */
  wordOfAny: (word: Word) => RatedWord
}

function readerOf(people: People, way: Way): Reader {
  const word = remembered((asked) => way(people, asked))
  const readingsOf = (asked: Word) => (way === asTyped ? [asked.key] : [asked.key, ...otherReadings(asked)])
  return { way, word, wordOfAny: remembered((asked) => orOfPlace(people, readingsOf(asked), word(asked))) }
}

function remembered(rate: (word: Word) => RatedWord): (word: Word) => RatedWord {
  const ratings = new Map<Word, RatedWord>()
  return (word) => {
    const rated = ratings.get(word) ?? rate(word)
    ratings.set(word, rated)
    return rated
  }
}

function lookByName(people: People, search: Search, question: Question, read: Reader, most?: number): Found & Page {
  const page = lookFor(people, { ...search, question }, question.words, read, most)
  return { ...page, isForgiving: read.way !== asTyped }
}

function lookByPlace(people: People, search: Search, question: Question, read: Reader): Found & Page {
  const words = distinctiveWords(question.words, read)
  const page = lookFor(people, { ...search, question }, words, { ...read, word: read.wordOfAny }, MANY_PEOPLE)
  return { ...page, isForgiving: read.way !== asTyped, isByPlace: true }
}

/** Leaves out the word, or the years, without which names fit best and the fewest are found: a place before a name. */
function lookWithoutOne(people: People, search: Search, question: Question, read: Reader): Found {
  const words = distinctiveWords(question.words, read)
  const { years } = question
  const others = words.map((left) => ({ leftOut: left.shown, words: words.filter((word) => word !== left), years }))
  if (years.length > 0) others.push({ leftOut: years.join('–'), words, years: [] })
  // Of equal ones the last word goes: people begin with what they know best.
  const found = others.reverse().flatMap(({ leftOut, ...other }) => {
    if (other.words.length === 0) return []
    const byName = lookByName(people, search, other, read, MANY_PEOPLE)
    return [{ ...(byName.total > 0 ? byName : lookByPlace(people, search, other, read)), leftOut }]
  })
  const [best] = found
    .filter(({ total }) => total > 0)
    .sort((one, other) => {
      const byPlace = Number(one.isByPlace ?? 0) - Number(other.isByPlace ?? 0)
      return byPlace || (one.best ?? 0) - (other.best ?? 0) || one.total - other.total
    })
  return best ?? { ids: [], total: 0, isForgiving: false }
}

/** Without «из», «город» and the like; a single letter may be an initial, unless a place follows, as in «г. Орёл». */
function distinctiveWords(words: Word[], read: Reader): Word[] {
  const distinctive = words.filter((word, index) => {
    if (!isCommonInPlaces(word.key)) return true
    const next = words[index + 1]
    return word.key.length === 1 && !(next && fitsNobody(read.word(next)))
  })
  return distinctive.length > 0 ? distinctive : words
}

/** The cache key of a question that consists of words alone and is sorted by similarity. */
function questionOf({ question, sortBy, ...search }: Search): string | undefined {
  if (!question || sortBy !== undefined || question.years.length > 0) return undefined
  const { lastname, name, surname, place, birthYears, deathYears } = search
  if (lastname || name || surname || place) return undefined
  if ([birthYears, deathYears].some(({ from, to }) => from !== undefined || to !== undefined)) return undefined
  return question.words
    .map(({ key }) => key)
    .sort()
    .join(' ')
}

/** Stops at the first word that matches no one, starting with the longest, which is the rarest. */
function lookFor(
  people: People,
  search: Search,
  words: readonly Word[],
  read: Pick<Reader, 'word'>,
  most = Infinity,
): Page {
  const rated: RatedWord[] = []
  for (const word of [...words].sort((one, other) => other.typed.length - one.typed.length)) {
    const ratings = read.word(word)
    if (fitsNobody(ratings)) return { ids: [], total: 0 }
    rated.push(ratings)
  }
  return look(people, search, rated, { most, question: most === Infinity ? questionOf(search) : undefined })
}

interface Page extends Pick<Found, 'ids' | 'total'> {
  /** The score of the likeliest person, where they were scored. */
  best?: number
}

/** What each condition of a second try may fulfil at most: it comes after other tries, and many people are no answer. */
const MANY_PEOPLE = 30_000
/** Up to this number of hits, a page is found by sorting them; beyond it, by a walk through the sorted list. */
const FEW = 5000
const SCORE_MAX = 254

interface Looking {
  /** More people than this under each condition are too many, and none are returned. */
  most: number
  /** The cache key of the question, if it is cacheable. */
  question: string | undefined
}

function look(people: People, search: Search, words: RatedWord[], { most, question }: Looking): Page {
  const by = search.sortBy ?? 'lastname'
  const conditions = conditionsOf(people, search, words)
  const [rarest, ...others] = conditions
  if (rarest && rarest.people > most) return { ids: [], total: 0 }
  if (!rarest) return { ids: pageOf(people, by, search), total: people.count }

  const isByLikeness = search.question !== undefined && search.sortBy === undefined
  if (others.length === 0 && !isByLikeness && rarest.people > FEW) {
    return { ids: pageOf(people, by, search, rarest.holds), total: rarest.count() }
  }

  const isOfMany = rarest.people >= people.slots * MANY
  const isScored = words.length > 1 || isByLikeness || most < Infinity
  const scoreMany =
    isScored && isOfMany && !words.some(({ place }) => place) ? scorerOfMany(people, words, SCORE_MAX) : undefined
  // People whom the words do not match get no score, and finding that out is as fast as evaluating the condition.
  const asked = scoreMany ? conditions.filter(({ isOfWord }) => !isOfWord) : conditions
  const found = isOfMany ? allOfMany(people, asked) : allOf(people, rarest, others)
  const scores = isScored ? people.scratchScores() : undefined
  const counts = scores && rate(found, scores, scoreMany ?? wordScorer(people, words, SCORE_MAX))
  const total = found.size
  const likeness = isByLikeness && scores && counts ? { scores, counts } : undefined
  const best = counts?.findIndex((count, score) => score > 0 && count > 0) ?? 0
  if (total <= FEW) return { ids: sortedPage(people, by, search, found.toArray(), likeness?.scores), total, best }
  if (likeness) {
    if (question !== undefined && scoreMany) cacheLikeness(people, question, words, likeness)
    return { ids: likelyPage(people, search, likeness), total, best }
  }
  return { ids: pageOf(people, by, search, (slot) => found.has(slot)), total, best }
}

/** Those who meet all conditions. The set stays valid until the next call, like that of `allOf`. */
function allOfMany(people: People, conditions: readonly Condition[]): SlotSet {
  const found = people.scratchSet()
  found.addFirst(people.slots)
  for (const condition of conditions) condition.intersect(found)
  return found
}

/** The same, starting with those who meet the most selective condition. */
function allOf(people: People, rarest: Condition, others: readonly Condition[]): SlotSet {
  const found = people.scratchSet()
  rarest.each((slot) => found.add(slot))
  for (const condition of others) condition.intersect(found)
  return found
}

function cacheLikeness(people: People, question: string, words: RatedWord[], { scores, counts }: Likeness): void {
  const scorer = wordScorer(people, words, SCORE_MAX)
  const rated = NAME_PARTS.map((part) => ({
    texts: people.columns[part],
    count: people.dictionaries[part].keys.length,
  }))
  const isRated = (slot: number) => rated.every(({ texts, count }) => (texts[slot] as number) < count)
  people.likeness.set(question, {
    // The next search reuses the buffer of scores.
    scores: scores.slice(),
    counts,
    scoreOf: (slot) => (isRated(slot) ? scorer(slot) + 1 : undefined),
  })
}

function totalOf({ counts }: Likeness): number {
  return counts.reduce((sum, count, score) => (score === 0 ? sum : sum + count), 0)
}

/** Stores each score plus one, and removes slots without a score. Returns how many slots have each stored score. */
function rate(slots: SlotSet, scores: Uint8Array, scoreOf: (slot: number) => number): Uint32Array {
  const counts = new Uint32Array(SCORE_MAX + 2)
  slots.filterChunks((present, first) => {
    let count = 0
    for (let rest = present; rest !== 0; rest &= rest - 1) {
      const bit = lowestBit(rest)
      const score = scoreOf(first + bit) + 1
      scores[first + bit] = score
      counts[score] = (counts[score] as number) + 1
      if (score > 0) count |= 1 << bit
    }
    return count
  })
  return counts
}

/** A page of those for whom `isMeant` is true, in the order of a sorted list. */
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
  const first = firstOf(slots, search.offset + search.limit, (one, other) => {
    const likelier = scores ? (scores[one] as number) - (scores[other] as number) : 0
    const knownDay = Number(people.hasNoDay(by, one)) - Number(people.hasNoDay(by, other))
    return likelier || knownDay || direction * people.compare(by, one, other)
  })
  return first.slice(search.offset).map((slot) => people.columns.id[slot] as number)
}

/** From this number on, all are sorted. */
const MANY_WANTED = 250

/** The first `count` slots of an order. When few of many are requested, a single comparison rejects most. */
function firstOf(slots: Uint32Array, count: number, compare: (one: number, other: number) => number): number[] {
  if (count >= MANY_WANTED) return Array.from(slots.sort(compare).subarray(0, count))
  const first: number[] = []
  for (const slot of slots) {
    if (first.length === count && compare(slot, first[count - 1] as number) > 0) continue
    let [from, to] = [0, first.length]
    while (from < to) {
      const middle = (from + to) >>> 1
      if (compare(slot, first[middle] as number) > 0) from = middle + 1
      else to = middle
    }
    first.splice(from, 0, slot)
    if (first.length > count) first.pop()
  }
  return first
}

/** Sorted by similarity, then by last name, in one walk through the sorted list. */
function likelyPage(people: People, search: Search, { scores, counts }: Likeness): number[] {
  const { id } = people.columns
  const at = people.at('lastname', search.sortOrder)
  const parts = partsOfPage(search, counts)
  let missing = parts.reduce((sum, part) => sum + (part ? part.to - part.from : 0), 0)
  for (let index = 0; missing > 0; index++) {
    const slot = at(index)
    const part = parts[scores[slot] as number]
    if (!part) continue
    const nth = part.seen++
    if (nth < part.from || nth >= part.to) continue
    part.ids.push(id[slot] as number)
    missing--
  }
  return parts.flatMap((part) => part?.ids ?? [])
}

/** For each score, the range of people on this page; the end is exclusive. */
function partsOfPage({ offset, limit }: Search, counts: Uint32Array) {
  let before = 0
  return Array.from(counts, (count, score) => {
    if (score === 0) return undefined
    const from = Math.max(0, offset - before)
    const to = Math.min(count, offset + limit - before)
    before += count
    return from < to ? { from, to, seen: 0, ids: [] as number[] } : undefined
  })
}
