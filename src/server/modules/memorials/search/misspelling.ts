import { type Dictionary, letterBits } from './dictionary'

/** Whoever types fewer letters than this is not forgiven a wrong one, and from the second number on two are. */
const ONE_FROM = 4
const TWO_FROM = 8
/** No more words of a name are compared. */
const WORDS_MAX = 4

/** Letters that Russian ears and fingers confuse: within a group a wrong letter is half a mistake. */
const CONFUSED = ['аоы', 'еиэяйы', 'ую', 'бп', 'вф', 'гкх', 'дт', 'жш', 'зс', 'шщч', 'цс', 'ьъ', 'нм', 'лр']
/** Letters that are hardly heard: half a mistake to leave out or to add. */
const SILENT = 'ьъйт'
const HALF = 0.5

const likeness = new Map(
  CONFUSED.flatMap((group) =>
    Array.from(group).flatMap((one) => Array.from(group).map((other) => [one + other, HALF] as const)),
  ),
)

/** How many letters of a word may be wrong, missing, extra or swapped. */
export function mistakesForgiven(word: string): number {
  if (word.length < ONE_FROM) return 0
  return word.length < TWO_FROM ? 1 : 2
}

/** A word as it was typed, and what it may have been meant to be. */
export class Misspelled {
  readonly #word: string
  readonly #bits: number
  readonly #max: number

  constructor(word: string) {
    this.#word = word
    this.#bits = letterBits(word)
    this.#max = mistakesForgiven(word)
  }

  /** The texts of a dictionary that are near enough, as a whole or by one of their words, and how far they are. */
  nearest({ keys, bits, severalWords }: Dictionary): { number: number; distance: number }[] {
    const near: { number: number; distance: number }[] = []
    if (this.#max === 0) return near
    const [least, most] = [this.#word.length - this.#max, this.#word.length + this.#max]
    for (let number = 1; number < keys.length; number++) {
      const key = keys[number] as string
      if (key.length < least || key.length > most) continue
      // Each mistake changes two letters at most.
      if (bitCount(this.#bits ^ (bits[number] as number)) > 2 * this.#max) continue
      const distance = this.distance(key)
      if (distance !== undefined) near.push({ number, distance })
    }
    for (const number of severalWords) {
      const distances = (keys[number] as string).split(' ', WORDS_MAX).map((one) => this.distance(one) ?? Infinity)
      const distance = Math.min(...distances)
      if (distance < Infinity) near.push({ number, distance })
    }
    return near
  }

  /**
   * How far a word is from the one that was typed: 0 for itself, less than 1 for a mistake that is easily made. Undefined
   * when it has more mistakes than are forgiven.
   */
  distance(other: string): number | undefined {
    const word = this.#word
    const max = this.#max
    if (Math.abs(word.length - other.length) > max) return undefined
    if (word === other) return 0
    if (max === 0 || editDistance(word, other, 1, 1) > max) return undefined
    return editDistance(word, other, HALF, HALF)
  }
}

/** How many of 32 bits are set: they are added in pairs, in fours, and then in bytes. */
function bitCount(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/**
 * The optimal string alignment distance: substitutions, insertions, deletions, and swaps of neighbours.
 * @param confused what a wrong letter costs that is easily confused
 * @param silent what a letter costs that is hardly heard, or doubled
 */
function editDistance(one: string, other: string, confused: number, silent: number): number {
  const isWeighted = confused < 1
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let row = 1; row <= one.length; row++) {
    const sign = one[row - 1] as string
    const current = [row]
    for (let column = 1; column <= other.length; column++) {
      const otherSign = other[column - 1] as string
      const wrong = sign === otherSign ? 0 : isWeighted && likeness.has(sign + otherSign) ? confused : 1
      let cost = Math.min(
        (last[column - 1] as number) + wrong,
        (last[column] as number) + costOf(one, row - 1, silent),
        (current[column - 1] as number) + costOf(other, column - 1, silent),
      )
      if (row > 1 && column > 1 && sign === other[column - 2] && one[row - 2] === otherSign) {
        cost = Math.min(cost, (beforeLast[column - 2] as number) + silent)
      }
      current.push(cost)
    }
    beforeLast = last
    last = current
  }
  return last[other.length] as number
}

function costOf(word: string, index: number, silent: number): number {
  const sign = word[index] as string
  return SILENT.includes(sign) || sign === word[index - 1] ? silent : 1
}
