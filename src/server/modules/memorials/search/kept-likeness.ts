import { LRUCache } from 'lru-cache'
import type { People } from './people'
import { NAME_PARTS } from './ratings'

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
  /** Of each part of names so many texts, the first ones, were rated. */
  rated: readonly number[]
  /** The score of a slot as its texts are now. */
  scoreOf: (slot: number) => number
}

/**
 * Questions that thousands of people fit, such as the first letters of a name, with how well each of them does. They are kept
 * up to date as people change, so that the next page, or the same question again, needs no look at everybody. The one that
 * was asked for longest ago makes room.
 */
export class KeptLikeness {
  readonly #kept = new LRUCache<string, Kept>({ max: KEPT_MAX })

  constructor(private readonly people: Pick<People, 'columns' | 'dictionaries'>) {}

  get(question: string): Readonly<Likeness> | undefined {
    return this.#kept.get(question)
  }

  /** @param kept its arrays have room for new slots, and are changed from now on */
  keep(question: string, kept: Omit<Kept, 'rated'>): void {
    const rated = NAME_PARTS.map((part) => this.people.dictionaries[part].keys.length)
    this.#kept.set(question, { ...kept, rated })
  }

  /** When the columns that are scored by make room for more slots. */
  clear(): void {
    this.#kept.clear()
  }

  /** After the texts of a slot have changed. */
  update(slot: number): void {
    for (const [question, { rated, scores, counts, scoreOf }] of [...this.#kept.entries()]) {
      // Texts that nobody had before were not rated: the question finds out how well they fit when it is asked again.
      if (NAME_PARTS.some((part, index) => (this.people.columns[part][slot] as number) >= (rated[index] as number))) {
        this.#kept.delete(question)
        continue
      }
      const before = scores[slot] as number
      const score = scoreOf(slot)
      if (before > 0) counts[before] = (counts[before] as number) - 1
      if (score > 0) counts[score] = (counts[score] as number) + 1
      scores[slot] = score
    }
  }
}
