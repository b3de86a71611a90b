import { latinReadings } from '@contract/latin-readings'

/** A fragment of a text, and whether it matches the search. */
export interface FoundPart {
  part: string
  isFound: boolean
}

/** A word with tolerated typos shares at least this share of its letters with the name. */
const LIKE_ENOUGH = 0.6
const FORGIVEN_FROM_LETTERS = 4

/**
 * Splits a name where it matches the searched words. Case, ё and hyphens do not matter; for a word that does not occur
 * in the name, the letters that it shares with the most similar word of the name are marked. Latin letters are read as
 * the server reads them.
 */
export function foundIn(text: string, words: readonly string[]): FoundPart[] {
  const plain = plainly(text)
  const isFound = new Array<boolean>(text.length).fill(false)
  for (const typed of words.map(plainly).filter(Boolean)) {
    const readings = [typed, ...latinReadings(typed)]
    const word = readings.find((reading) => placeOf(plain, reading) >= 0)
    if (word !== undefined) isFound.fill(true, placeOf(plain, word), placeOf(plain, word) + word.length)
    else for (const index of mostOf(readings.map((reading) => sharedLetters(plain, reading)))) isFound[index] = true
  }
  const parts: FoundPart[] = []
  for (const [index, sign] of Array.from({ length: text.length }, (_, at) => text[at] as string).entries()) {
    const last = parts.at(-1)
    if (last && last.isFound === isFound[index]) last.part += sign
    else parts.push({ part: sign, isFound: isFound[index] as boolean })
  }
  return parts
}

/** The result has the length of the text. */
function plainly(text: string): string {
  return text
    .toLowerCase()
    .replace(/ё/g, 'е')
    .replace(/\p{Pd}/gu, ' ')
}

/** The index of a word in a text, a single letter only at the start of a word; -1 if absent. */
function placeOf(text: string, word: string): number {
  return word.length > 1 ? text.indexOf(word) : startOfWord(text, word)
}

function mostOf(found: number[][]): number[] {
  return found.reduce((most, each) => (each.length > most.length ? each : most), [])
}

function startOfWord(text: string, letter: string): number {
  return text.startsWith(letter) ? 0 : text.indexOf(` ${letter}`) + 1 || -1
}

function sharedLetters(text: string, word: string): number[] {
  if (word.length < FORGIVEN_FROM_LETTERS) return []
  let best: number[] = []
  for (const { 0: name, index } of text.matchAll(/\p{L}+/gu)) {
    const shared = longestCommonSubsequence(name, word)
    const isLike = shared.length >= LIKE_ENOUGH * Math.max(name.length, word.length)
    if (isLike && shared.length > best.length) best = shared.map((at) => index + at)
  }
  return best
}

/** The indexes in the first word of the letters that both share in the same order. */
function longestCommonSubsequence(one: string, other: string): number[] {
  const lengths = Array.from({ length: one.length + 1 }, () => new Array<number>(other.length + 1).fill(0))
  const at = (row: number, column: number) => lengths[row]?.[column] ?? 0
  for (let row = one.length - 1; row >= 0; row--) {
    for (let column = other.length - 1; column >= 0; column--) {
      const isSame = one[row] === other[column]
      const length = isSame ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1))
      ;(lengths[row] as number[])[column] = length
    }
  }
  const shared: number[] = []
  for (let row = 0, column = 0; row < one.length && column < other.length;) {
    if (one[row] === other[column]) {
      shared.push(row)
      row++
      column++
    } else if (at(row + 1, column) >= at(row, column + 1)) row++
    else column++
  }
  return shared
}
