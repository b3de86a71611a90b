import { latinReadings } from '@contract/latin-readings'
import type { Dictionary } from './dictionary'
import { Misspelled } from './misspelling'
import type { People, TextField } from './people'
import type { Word } from './words'

/** How well each text of a dictionary matches, by number: 0 is no match, otherwise lower is better. */
export interface Rating {
  rates: Uint8Array
  /** The numbers of those that match. */
  fitting: number[]
}

export const NAME_PARTS = ['lastname', 'maiden', 'name', 'surname'] as const satisfies TextField[]
export type NamePart = (typeof NAME_PARTS)[number]

/** How well each field of a name matches a word. */
export type RatedWord = Record<NamePart, Rating>

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

export function fitsNobody(word: RatedWord): boolean {
  return NAME_PARTS.every((part) => word[part].fitting.length === 0)
}

/** Whether a word could be read in another way than typed. */
export function hasOtherReadings(word: Word): boolean {
  return otherReadings(word).length > 0
}

function otherReadings({ key, typed }: Word): string[] {
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

/** Surnames and maiden names share a dictionary, and therefore the ratings. */
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
