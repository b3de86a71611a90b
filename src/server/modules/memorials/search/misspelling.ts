import { type Dictionary, letterBits, WORDS_MAX } from './dictionary'
import { bitCount } from './slot-set'

/** From this length on one mistake is tolerated, and from the second number on two. */
const ONE_FROM = 4
const TWO_FROM = 8

/** Letters that Russian speakers and typists confuse: a substitution within a group is half a mistake. */
const CONFUSED = ['аоы', 'еиэяйы', 'ую', 'бп', 'вф', 'гкх', 'дт', 'жш', 'зс', 'шщч', 'цс', 'ьъ', 'нм', 'лр']
/** Letters that are barely heard: half a mistake to omit or to insert. */
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

/** A word as typed, and the matching of what may have been meant. */
export class Misspelled {
  readonly #word: string
  readonly #bits: number
  readonly #max: number
  /** Three rows of the table of `#isWithinMax`. */
  readonly #rows: [Uint8Array, Uint8Array, Uint8Array]

  constructor(word: string) {
    this.#word = word
    this.#bits = letterBits(word)
    this.#max = mistakesForgiven(word)
    const row = () => new Uint8Array(word.length + this.#max + 2)
    this.#rows = [row(), row(), row()]
  }

  /** The texts of a dictionary that are close enough, as a whole or by one of their words, and their distances. */
  nearest({ keys, ofLength, severalWords }: Dictionary): { number: number; distance: number }[] {
    const near: { number: number; distance: number }[] = []
    if (this.#max === 0) return near
    const mine = this.#bits
    for (let length = this.#word.length - this.#max; length <= this.#word.length + this.#max; length++) {
      const { numbers, bits } = ofLength[length] ?? { numbers: [], bits: [] }
      // A substitution changes two letters at most, and a missing or extra letter one. At least the difference in
      // length is of the latter kind.
      const most = 2 * this.#max - Math.abs(length - this.#word.length)
      for (let index = 0; index < numbers.length; index++) {
        if (bitCount(mine ^ (bits[index] as number)) > most) continue
        const number = numbers[index] as number
        const distance = this.distance(keys[number] as string)
        if (distance !== undefined) near.push({ number, distance })
      }
    }
    for (const number of severalWords) {
      const distances = (keys[number] as string).split(' ', WORDS_MAX).map((one) => this.distance(one) ?? Infinity)
      const distance = Math.min(...distances)
      if (distance < Infinity) near.push({ number, distance })
    }
    return near
  }

  /**
   * The distance from the typed word: 0 for equal words, less than 1 for a common mistake. Undefined when there are
   * more mistakes than tolerated.
   */
  distance(other: string): number | undefined {
    const word = this.#word
    if (Math.abs(word.length - other.length) > this.#max) return undefined
    if (word === other) return 0
    return this.#isWithinMax(other) ? weightedDistance(word, other) : undefined
  }

  /**
   * Whether the optimal string alignment distance (substitutions, insertions, deletions, and swaps of neighbours) is
   * within the limit. Most words are not, so it must fail early: the common prefix and suffix are skipped, and only the
   * table's cells near the diagonal are filled.
   */
  #isWithinMax(other: string): boolean {
    const word = this.#word
    const max = this.#max
    let [end, otherEnd] = [word.length, other.length]
    let start = 0
    while (start < end && start < otherEnd && word.charCodeAt(start) === other.charCodeAt(start)) start++
    while (end > start && otherEnd > start && word.charCodeAt(end - 1) === other.charCodeAt(otherEnd - 1)) {
      end--
      otherEnd--
    }
    const [height, width] = [end - start, otherEnd - start]
    if (height === 0 || width === 0) return height + width <= max

    let [beforeLast, last, current] = this.#rows
    for (let column = 0; column <= width; column++) last[column] = column
    let leastOfLast = 0
    for (let row = 1; row <= height; row++) {
      const from = Math.max(1, row - max)
      const to = Math.min(width, row + max)
      const letter = word.charCodeAt(start + row - 1)
      current[from - 1] = from === 1 ? row : max + 1
      let least = current[from - 1] as number
      for (let column = from; column <= to; column++) {
        const otherLetter = other.charCodeAt(start + column - 1)
        let cost = (last[column - 1] as number) + (letter === otherLetter ? 0 : 1)
        // The cell above the last column of a row is outside the band.
        if (column < row + max || row === 1) cost = Math.min(cost, (last[column] as number) + 1)
        cost = Math.min(cost, (current[column - 1] as number) + 1)
        if (
          row > 1 &&
          column > 1 &&
          letter === other.charCodeAt(start + column - 2) &&
          word.charCodeAt(start + row - 2) === otherLetter
        ) {
          cost = Math.min(cost, (beforeLast[column - 2] as number) + 1)
        }
        current[column] = cost
        if (cost < least) least = cost
      }
      // A swap continues from the row before the last.
      if (least > max && leastOfLast > max) return false
      leastOfLast = least
      ;[beforeLast, last, current] = [last, current, beforeLast]
    }
    return (last[width] as number) <= max
  }
}

/** The same distance with halves for letters that are easily confused, barely heard or doubled, and for swaps. */
function weightedDistance(one: string, other: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let row = 1; row <= one.length; row++) {
    const sign = one[row - 1] as string
    const current = [row]
    for (let column = 1; column <= other.length; column++) {
      const otherSign = other[column - 1] as string
      const wrong = sign === otherSign ? 0 : (likeness.get(sign + otherSign) ?? 1)
      let cost = Math.min(
        (last[column - 1] as number) + wrong,
        (last[column] as number) + costOf(one, row - 1),
        (current[column - 1] as number) + costOf(other, column - 1),
      )
      if (row > 1 && column > 1 && sign === other[column - 2] && one[row - 2] === otherSign) {
        cost = Math.min(cost, (beforeLast[column - 2] as number) + HALF)
      }
      current.push(cost)
    }
    beforeLast = last
    last = current
  }
  return last[other.length] as number
}

function costOf(word: string, index: number): number {
  const sign = word[index] as string
  return SILENT.includes(sign) || sign === word[index - 1] ? HALF : 1
}
