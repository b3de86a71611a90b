import type { SlotSet } from './slot-set'

/** Each takes 125 KB at a million people. */
const KEPT_MAX = 64

/** Whoever has a text as a part of one of some fields. */
export interface KeptFilter {
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
 * Filters that many people fulfil, such as single letters, with those who do. They are kept up to date as people change, so
 * that nobody has to be looked at when such a filter is asked for again. The one that was asked for longest ago makes room.
 */
export class KeptFilters<Field extends string> {
  readonly #filters = new Map<string, Filter<Field>>()

  constructor(private readonly textOf: (field: Field, slot: number) => string) {}

  get(fields: readonly Field[], text: string): KeptFilter | undefined {
    const name = nameOf(fields, text)
    const filter = this.#filters.get(name)
    if (!filter) return undefined
    this.#filters.delete(name)
    this.#filters.set(name, filter)
    return filter
  }

  keep(fields: readonly Field[], text: string, set: SlotSet): KeptFilter {
    const filter = { fields, text, set, size: set.size }
    this.#filters.set(nameOf(fields, text), filter)
    const [oldest] = this.#filters.keys()
    if (this.#filters.size > KEPT_MAX && oldest !== undefined) this.#filters.delete(oldest)
    return filter
  }

  /** After the columns got room for more slots. */
  grow(room: number): void {
    for (const { set } of this.#filters.values()) set.grow(room)
  }

  /** After the texts of a slot have changed. */
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
