/**
 * An index from number to slots, for a column of numbers. The initial content is one sorted array; later changes are
 * stored separately, so that their cost does not grow with the number of people.
 */
export class Groups {
  /** How many slots have each number now. */
  readonly uses: number[] = []
  #slots = new Uint32Array(0)
  /** Where the slots of each number start. */
  #starts = new Uint32Array(1)
  readonly #added = new Map<number, Set<number>>()

  constructor(private readonly columnOf: () => Uint32Array) {}

  /** Call it when the column has its initial values. */
  build(slots: number): void {
    const column = this.columnOf()
    const starts = new Uint32Array(this.uses.length + 1)
    for (let number = 0; number < this.uses.length; number++) {
      starts[number + 1] = (starts[number] as number) + (this.uses[number] ?? 0)
    }
    const next = starts.slice()
    const sorted = new Uint32Array(slots)
    for (let slot = 0; slot < slots; slot++) {
      const number = column[slot] as number
      sorted[next[number] as number] = slot
      next[number] = (next[number] as number) + 1
    }
    this.#slots = sorted
    this.#starts = starts
  }

  count(number: number): void {
    while (this.uses.length <= number) this.uses.push(0)
    this.uses[number] = (this.uses[number] as number) + 1
  }

  /** Call it after the column's value has changed to this one. */
  add(number: number, slot: number): void {
    this.count(number)
    if (!this.#wasBuiltWith(number, slot)) this.#added.set(number, (this.#added.get(number) ?? new Set()).add(slot))
  }

  /** Call it before the column's value changes from this one. */
  remove(number: number, slot: number): void {
    this.uses[number] = (this.uses[number] as number) - 1
    this.#added.get(number)?.delete(slot)
  }

  /**
   * Calls `visit` with each slot that has the number, and perhaps with some whose person was removed while they had it.
   */
  each(number: number, visit: (slot: number) => void): void {
    const column = this.columnOf()
    const end = this.#starts[number + 1] ?? 0
    for (let index = this.#starts[number] ?? end; index < end; index++) {
      const slot = this.#slots[index] as number
      // Slots that have changed since stay in the array.
      if (column[slot] === number) visit(slot)
    }
    for (const slot of this.#added.get(number) ?? []) visit(slot)
  }

  #wasBuiltWith(number: number, slot: number): boolean {
    let [from, to] = [this.#starts[number] ?? 0, this.#starts[number + 1] ?? 0]
    const end = to
    while (from < to) {
      const middle = (from + to) >>> 1
      if ((this.#slots[middle] as number) < slot) from = middle + 1
      else to = middle
    }
    return from < end && this.#slots[from] === slot
  }
}
