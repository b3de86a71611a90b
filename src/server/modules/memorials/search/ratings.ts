import { latinReadings } from '@contract/latin-readings'
import { type Dictionary, isCommonInPlaces, PLACE_WORD_MIN } from './dictionary'
import { Misspelled } from './misspelling'
import type { People, TextField } from './people'
import type { Word } from './asked'

/** How well each text of a dictionary matches, by number: 0 is no match, otherwise lower is better. */
export interface Rating {
  rates: Uint8Array
  /** The numbers of those that match. */
  fitting: number[]
}

export const NAME_PARTS = ['lastname', 'maiden', 'name', 'surname'] as const satisfies TextField[]
type NamePart = (typeof NAME_PARTS)[number]

/** How well each field of a name matches a word, and the place of burial where it is asked too. */
export type RatedWord = Record<NamePart, Rating> & { place?: Rating }

/** A word may match a whole name, its beginning, or the middle. */
const WHOLE = 1
const BEGINNING = 5
const INSIDE = 9
/** A word of this length is an initial: it must start a name. */
const INITIAL_LENGTH = 1

/** The texts of a dictionary that contain this one. */
export function containing(dictionary: Dictionary, text: string): Rating {
  const rates = new Uint8Array(dictionary.keys.length)
  const fitting = dictionary.containing(text)
  for (const number of fitting) rates[number] = WHOLE
  return { rates, fitting }
}

export function asTyped(people: People, { key }: Word): RatedWord {
  return inEachPart(people, (dictionary, ratings) => rateTyped(dictionary, key, ratings))
}

const READINGS_TRIED = 8
const READINGS_MISSPELLED = 3

/** As typed, or typed on a Latin keyboard layout, or transliterated. */
export function asMeant(people: People, word: Word): RatedWord {
  const others = otherReadings(word).slice(0, READINGS_TRIED)
  return inEachPart(people, (dictionary, ratings) => {
    rateTyped(dictionary, word.key, ratings)
    for (const other of others) rateTyped(dictionary, other, ratings, INSIDE - 1)
  })
}

const FORGIVEN = 16
const DISTANCE_STEPS = 8
/** Among equally distant names, common ones are more likely. */
const RARITY_MAX = 7

/** The same with tolerated typos. */
export function asMisspelled(people: People, word: Word): RatedWord {
  const others = otherReadings(word)
  const misspelled = [word.key, ...others.slice(0, READINGS_MISSPELLED)].map((reading) => new Misspelled(reading))
  return inEachPart(people, (dictionary, ratings, part) => {
    rateTyped(dictionary, word.key, ratings)
    for (const other of others.slice(0, READINGS_TRIED)) rateTyped(dictionary, other, ratings, INSIDE - 1)
    const { uses } = people.groups[part]
    for (const reading of misspelled) {
      for (const { number, distance } of reading.nearest(dictionary)) {
        if (!uses[number]) continue
        const rarity = Math.max(0, RARITY_MAX - Math.round(Math.log10(uses[number]) * 2))
        ratings.put(number, FORGIVEN + Math.round(distance * DISTANCE_STEPS) + rarity)
      }
    }
  })
}

/** A word of an address without its ending: «в Чистополе», «из Чистополя» are Чистополь. */
const ENDING = /(?<=.{4})[аеиоуыэюяйь]{1,2}$/

/** The same word, which may also be of the place of burial. */
export function orOfPlace({ dictionaries }: People, readings: readonly string[], rated: RatedWord): RatedWord {
  const ratings = new Ratings(dictionaries.place.keys.length)
  for (const reading of readings) {
    if (reading.length < PLACE_WORD_MIN || isCommonInPlaces(reading)) continue
    for (const number of dictionaries.place.words?.textsWith(reading.replace(ENDING, '')) ?? [])
      ratings.put(number, WHOLE)
  }
  return { ...rated, place: ratings }
}

export function fitsNobody(word: RatedWord): boolean {
  return Object.values(word).every(({ fitting }) => fitting.length === 0)
}

/** Whether a word could be read in another way than typed. */
export function hasOtherReadings(word: Word): boolean {
  return otherReadings(word).length > 0
}

/** What a word on a Latin keyboard layout, or transliterated, may be in Russian. */
export function otherReadings({ key, typed }: Word): string[] {
  return latinReadings(typed).filter((word) => word !== key)
}

/** Retains the best rate of each text. */
class Ratings implements Rating {
  readonly rates: Uint8Array
  readonly fitting: number[] = []

  constructor(length: number) {
    this.rates = new Uint8Array(length)
  }

  put(number: number, rate: number): void {
    const before = this.rates[number] as number
    if (before === 0) this.fitting.push(number)
    if (before === 0 || rate < before) this.rates[number] = rate
  }
}

/** Last names and maiden names share a dictionary, and therefore the ratings. */
function inEachPart(
  { dictionaries }: People,
  rate: (dictionary: Dictionary, ratings: Ratings, part: NamePart) => void,
): RatedWord {
  const rated = (part: NamePart) => {
    const ratings = new Ratings(dictionaries[part].keys.length)
    rate(dictionaries[part], ratings, part)
    return ratings
  }
  const lastname = rated('lastname')
  return { lastname, maiden: lastname, name: rated('name'), surname: rated('surname') }
}

/** A rate above `worst` is no match. */
function rateTyped(dictionary: Dictionary, word: string, ratings: Ratings, worst = Infinity): void {
  if (!word) return
  const limit = word.length === INITIAL_LENGTH ? INSIDE - 1 : worst
  for (const number of dictionary.containing(word)) {
    const rate = fit(dictionary.keys[number] as string, word, dictionary.wordCounts[number] === 1)
    if (rate <= limit) ratings.put(number, rate)
  }
}

function fit(key: string, word: string, isOneWord: boolean): number {
  if (key === word) return WHOLE
  if (isOneWord) return key.startsWith(word) ? BEGINNING : INSIDE
  const parts = key.split(' ')
  if (parts.includes(word)) return WHOLE
  return parts.some((part) => part.startsWith(word)) ? BEGINNING : INSIDE
}

const NO_MATCH = -1
/** A penalty for matches in fields that are searched less often. */
const BIAS: Record<NamePart | 'place', number> = { lastname: 0, maiden: 1, name: 1, surname: 2, place: 3 }
const NO_RATES = new Uint8Array(0)

const CLASSES_MAX = 256
const COMBINATIONS_MAX = 2 ** 20
const RATES = 256
const UNKNOWN = -2

/**
 * The distance of a person's name from all these words together, at most `max`, or -1. Every word must match a
 * different field: «Иван Иванов» does not match a person who is only called Иванов. A double last name can match two
 * words.
 */
export function wordScorer(people: People, words: readonly RatedWord[], max: number): (slot: number) => number {
  const parts = partsOf(people, words)
  const wordCount = words.length

  /** 0 where it does not match. */
  const rate = (word: number, { column, rates, bias }: Part, slot: number): number => {
    const found = (rates[word] as Uint8Array)[column[slot] as number] as number
    return found && found + bias
  }

  const one = (slot: number): number => {
    let least = Infinity
    for (const part of parts) {
      const found = rate(0, part, slot)
      if (found && found < least) least = found
    }
    return least === Infinity ? NO_MATCH : Math.min(least - 1, max)
  }

  /** How many more words each field can match. */
  const room = parts.map(() => 0)
  let least: number
  /** Tries the words from this one on in every field with room, and records the lowest sum. */
  const tryAll = (word: number, slot: number, sum: number): void => {
    if (sum >= least) return
    if (word === wordCount) {
      least = sum
      return
    }
    for (let part = 0; part < parts.length; part++) {
      if (!room[part]) continue
      const found = rate(word, parts[part] as Part, slot)
      if (!found) continue
      room[part] = (room[part] as number) - 1
      tryAll(word + 1, slot, sum + found - 1)
      room[part] = (room[part] as number) + 1
    }
  }

  if (wordCount === 0) return () => 0
  if (wordCount === 1) return one
  return (slot) => {
    for (let part = 0; part < parts.length; part++) {
      const { column, wordCounts } = parts[part] as Part
      room[part] = wordCounts[column[slot] as number] as number
    }
    least = Infinity
    tryAll(0, slot, 0)
    return least === Infinity ? NO_MATCH : Math.min(least, max)
  }
}

/** Holds only the rates of words, because a cached scorer would otherwise hold the rest in memory too. */
function partsOf(people: People, words: readonly RatedWord[]) {
  const isPlaceAsked = words.some(({ place }) => place)
  return [...NAME_PARTS, ...(isPlaceAsked ? (['place'] as const) : [])].map((part) => ({
    column: people.columns[part],
    wordCounts: people.dictionaries[part].wordCounts,
    rates: words.map((word) => word[part]?.rates ?? NO_RATES),
    bias: BIAS[part],
  }))
}

type Part = ReturnType<typeof partsOf>[number]

/**
 * The same scorer for many people. Texts that all words match equally form a class, and people whose names have the
 * same classes have the same score, which is computed once. Undefined where there would be too many combinations.
 */
export function scorerOfMany(people: People, words: readonly RatedWord[], max: number) {
  const score = wordScorer(people, words, max)
  const lastNames = classesOf(people.dictionaries.lastname, words, 'lastname')
  const names = classesOf(people.dictionaries.name, words, 'name')
  const patronymics = classesOf(people.dictionaries.surname, words, 'surname')
  const combinations = lastNames.count ** 2 * names.count * patronymics.count
  if (combinations > COMBINATIONS_MAX) return undefined

  const { lastname, maiden, name, surname } = people.columns
  const scores = new Int16Array(combinations).fill(UNKNOWN)
  return (slot: number): number => {
    let combination = lastNames.ofText[lastname[slot] as number] as number
    combination = combination * lastNames.count + (lastNames.ofText[maiden[slot] as number] as number)
    combination = combination * names.count + (names.ofText[name[slot] as number] as number)
    combination = combination * patronymics.count + (patronymics.ofText[surname[slot] as number] as number)
    const known = scores[combination] as number
    if (known !== UNKNOWN) return known
    return (scores[combination] = score(slot))
  }
}

/** The class of each text, by number, and the number of classes; Infinity where the texts differ too much. */
function classesOf({ wordCounts }: Dictionary, words: readonly RatedWord[], part: NamePart) {
  let ofText = Uint16Array.from(wordCounts)
  let count = Math.max(...new Set(wordCounts)) + 1
  for (const word of words) {
    if (count > CLASSES_MAX) return { ofText, count: Infinity }
    const { rates } = word[part]
    /** By the previous class and the rate, plus one; 0 where the pair is new. */
    const numbers = new Uint16Array(count * RATES)
    const refined = new Uint16Array(ofText.length)
    count = 0
    for (let text = 0; text < refined.length; text++) {
      const pair = (ofText[text] as number) * RATES + (rates[text] as number)
      if (numbers[pair] === 0) numbers[pair] = ++count
      refined[text] = (numbers[pair] as number) - 1
    }
    ofText = refined
  }
  return { ofText, count }
}
