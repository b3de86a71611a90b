import type { Dictionary } from './dictionary'
import type { People } from './people'
import { NAME_PARTS, type NamePart, type RatedWord } from './ratings'

const NO_MATCH = -1
/** A penalty for matches in fields that are searched less often. */
const BIAS: Record<NamePart, number> = { lastname: 0, maiden: 1, name: 1, surname: 2 }

const CLASSES_MAX = 256
const COMBINATIONS_MAX = 2 ** 20
const RATES = 256
const UNKNOWN = -2

/**
 * The distance of a person's name from all these words together, at most `max`, or -1. Every word must match a
 * different field: «Иван Иванов» does not match a person who is only called Иванов. A double surname can match two
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
  const room = NAME_PARTS.map(() => 0)
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
  return NAME_PARTS.map((part) => ({
    column: people.columns[part],
    wordCounts: people.dictionaries[part].wordCounts,
    rates: words.map((word) => word[part].rates),
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
  const surnames = classesOf(people.dictionaries.lastname, words, 'lastname')
  const names = classesOf(people.dictionaries.name, words, 'name')
  const patronymics = classesOf(people.dictionaries.surname, words, 'surname')
  const combinations = surnames.count ** 2 * names.count * patronymics.count
  if (combinations > COMBINATIONS_MAX) return undefined

  const { lastname, maiden, name, surname } = people.columns
  const scores = new Int16Array(combinations).fill(UNKNOWN)
  return (slot: number): number => {
    let combination = surnames.ofText[lastname[slot] as number] as number
    combination = combination * surnames.count + (surnames.ofText[maiden[slot] as number] as number)
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
