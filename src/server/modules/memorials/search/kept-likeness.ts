import { LRUCache } from 'lru-cache'

/** Each takes a megabyte at a million people. */
const KEPT_MAX = 8

/** How well the words of a question fit everybody. */
export interface Likeness {
  /** By slot, the less the better; 0 is not at all. */
  scores: Uint8Array
  /** How many people have each score but 0. */
  counts: Uint32Array
}

interface Kept extends Likeness {
  /** The score of a slot as its texts are now; undefined where one of them was not rated, because nobody had it before. */
  scoreOf: (slot: number) => number | undefined
}

/**
 * Questions that thousands of people fit, such as the first letters of a name, with how well each of them does. They are kept
 * up to date as people change, so that the next page, or the same question again, needs no look at everybody. The one that
 * was asked for longest ago makes room.
 */
export class KeptLikeness {
  readonly #kept = new LRUCache<string, Kept>({ max: KEPT_MAX })

  get(question: string): Readonly<Likeness> | undefined {
    return this.#kept.get(question)
  }

  /** @param kept its arrays have room for new slots, and are changed from now on */
  keep(question: string, kept: Kept): void {
    this.#kept.set(question, kept)
  }

  /** When the columns that are scored by make room for more slots. */
  clear(): void {
    this.#kept.clear()
  }

  /** After the texts of a slot have changed. */
  update(slot: number): void {
    for (const [question, { scores, counts, scoreOf }] of [...this.#kept.entries()]) {
      const before = scores[slot] as number
      const score = scoreOf(slot)
      if (score === undefined) {
        // It finds out how well the new text fits when it is asked again.
        this.#kept.delete(question)
        continue
      }
      if (before > 0) counts[before] = (counts[before] as number) - 1
      if (score > 0) counts[score] = (counts[score] as number) + 1
      scores[slot] = score
    }
  }
}
