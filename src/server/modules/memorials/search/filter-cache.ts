import type { SlotSet } from './slot-set'

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
