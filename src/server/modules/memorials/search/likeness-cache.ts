import { LRUCache } from 'lru-cache'

/** Each takes a megabyte with a million people. */
const CACHE_MAX = 8

/** How well the words of a question match each person. */
export interface Likeness {
  /** By slot, lower is better; 0 is no match. */
  scores: Uint8Array
  /** How many people have each score but 0. */
  counts: Uint32Array
}

interface Entry extends Likeness {
  /** The score of a slot with its current texts; undefined where a text is new and was never rated. */
  scoreOf: (slot: number) => number | undefined
}

/**
 * A cache of questions that thousands of people match, such as the first letters of a name, with the score of each
 * slot. Entries are updated as people change, so that the next page, or the same question again, needs no scan. Evicts
 * the least recently used.
 */
export class LikenessCache {
  readonly #kept = new LRUCache<string, Entry>({ max: CACHE_MAX })

  get(question: string): Readonly<Likeness> | undefined {
    return this.#kept.get(question)
  }

  /** @param entry its arrays have room for new slots, and are owned by the cache from now on */
  set(question: string, entry: Entry): void {
    this.#kept.set(question, entry)
  }

  /** Call it when the scored columns are reallocated. */
  clear(): void {
    this.#kept.clear()
  }

  /** Call it after the texts of a slot have changed. */
  update(slot: number): void {
    for (const [question, { scores, counts, scoreOf }] of [...this.#kept.entries()]) {
      const before = scores[slot] as number
      const score = scoreOf(slot)
      if (score === undefined) {
        // The next search rates the new text.
        this.#kept.delete(question)
        continue
      }
      if (before > 0) counts[before] = (counts[before] as number) - 1
      if (score > 0) counts[score] = (counts[score] as number) + 1
      scores[slot] = score
    }
  }
}
