import { LRUCache } from 'lru-cache'

const WORD = 32

/** Slots as a bit set: a million take 125 KB, and an intersection takes thousands of steps. */
export class SlotSet {
  bits: Uint32Array

  /** Empty, with this capacity in slots. */
  constructor(room: number) {
    this.bits = new Uint32Array(Math.ceil(room / WORD))
  }

  get size(): number {
    let size = 0
    for (let index = 0; index < this.bits.length; index++) size += bitCount(this.bits[index] as number)
    return size
  }

  has(slot: number): boolean {
    return (((this.bits[slot >>> 5] as number) >>> (slot & 31)) & 1) === 1
  }

  add(slot: number): void {
    this.bits[slot >>> 5] = (this.bits[slot >>> 5] as number) | (1 << (slot & 31))
  }

  delete(slot: number): void {
    this.bits[slot >>> 5] = (this.bits[slot >>> 5] as number) & ~(1 << (slot & 31))
  }

  /** Adds the first `count` slots. */
  addFirst(count: number): void {
    const whole = Math.floor(count / WORD)
    this.bits.fill(-1, 0, whole)
    for (let slot = whole * WORD; slot < count; slot++) this.add(slot)
  }

  clear(): void {
    this.bits.fill(0)
  }

  /** Increases the capacity. */
  grow(room: number): void {
    const larger = new Uint32Array(Math.ceil(room / WORD))
    larger.set(this.bits)
    this.bits = larger
  }

  each(visit: (slot: number) => void): void {
    for (let index = 0; index < this.bits.length; index++) {
      for (let rest = this.bits[index] as number; rest !== 0; rest &= rest - 1) visit(index * WORD + lowestBit(rest))
    }
  }

  toArray(): Uint32Array {
    const slots = new Uint32Array(this.size)
    let length = 0
    this.each((slot) => (slots[length++] = slot))
    return slots
  }

  /** Intersects with another set of the same capacity. */
  intersectWith(other: SlotSet): void {
    for (let index = 0; index < this.bits.length; index++) {
      this.bits[index] = (this.bits[index] as number) & (other.bits[index] as number)
    }
  }

  /**
   * Retains the slots that `keptOf` returns. It is called for 32 slots at a time: with the bits of those in the set,
   * and the first slot.
   */
  filterChunks(filter: (present: number, first: number) => number): void {
    for (let index = 0; index < this.bits.length; index++) {
      const present = this.bits[index] as number
      if (present !== 0) this.bits[index] = present & filter(present, index * WORD)
    }
  }
}

/** The population count of 32 bits: added in pairs, in fours, and then in bytes. */
export function bitCount(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** The position of the lowest set bit. */
export function lowestBit(bits: number): number {
  return 31 - Math.clz32(bits & -bits)
}

/** Each takes 125 KB with a million people. */
const CACHE_MAX = 64

/** The slots in which one of some fields contains a text. */
export interface CachedFilter {
  readonly set: SlotSet
  readonly size: number
}

interface Filter<Field> {
  fields: readonly Field[]
  text: string
  set: SlotSet
  size: number
}

/**
 * A cache of filters that many people match, such as single letters, with the matching slots. Entries are updated as
 * people change, so that the same filter needs no scan the next time. Evicts the least recently used.
 */
export class FilterCache<Field extends string> {
  readonly #filters = new Map<string, Filter<Field>>()

  constructor(private readonly textOf: (field: Field, slot: number) => string) {}

  get(fields: readonly Field[], text: string): CachedFilter | undefined {
    const name = nameOf(fields, text)
    const filter = this.#filters.get(name)
    if (!filter) return undefined
    this.#filters.delete(name)
    this.#filters.set(name, filter)
    return filter
  }

  set(fields: readonly Field[], text: string, set: SlotSet): CachedFilter {
    const filter = { fields, text, set, size: set.size }
    this.#filters.set(nameOf(fields, text), filter)
    const [oldest] = this.#filters.keys()
    if (this.#filters.size > CACHE_MAX && oldest !== undefined) this.#filters.delete(oldest)
    return filter
  }

  /** Call it after the columns have grown. */
  grow(room: number): void {
    for (const { set } of this.#filters.values()) set.grow(room)
  }

  /** Call it after the texts of a slot have changed. */
  update(slot: number): void {
    for (const filter of this.#filters.values()) {
      const fulfilled = filter.fields.some((field) => this.textOf(field, slot).includes(filter.text))
      if (fulfilled === filter.set.has(slot)) continue
      if (fulfilled) filter.set.add(slot)
      else filter.set.delete(slot)
      filter.size += fulfilled ? 1 : -1
    }
  }
}

function nameOf(fields: readonly string[], text: string): string {
  return `${fields.join()}:${text}`
}

/** Each takes a megabyte with a million people. */
const LIKENESS_CACHE_MAX = 8

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
  readonly #cache = new LRUCache<string, Entry>({ max: LIKENESS_CACHE_MAX })

  get(question: string): Readonly<Likeness> | undefined {
    return this.#cache.get(question)
  }

  /** @param entry its arrays have room for new slots, and are owned by the cache from now on */
  set(question: string, entry: Entry): void {
    this.#cache.set(question, entry)
  }

  /** Call it when the scored columns are reallocated. */
  clear(): void {
    this.#cache.clear()
  }

  /** Call it after the texts of a slot have changed. */
  update(slot: number): void {
    for (const [question, { scores, counts, scoreOf }] of [...this.#cache.entries()]) {
      const before = scores[slot] as number
      const score = scoreOf(slot)
      if (score === undefined) {
        // The next search rates the new text.
        this.#cache.delete(question)
        continue
      }
      if (before > 0) counts[before] = (counts[before] as number) - 1
      if (score > 0) counts[score] = (counts[score] as number) + 1
      scores[slot] = score
    }
  }
}
