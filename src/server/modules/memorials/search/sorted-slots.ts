import { compareKeys } from './dictionary'

type YieldToEventLoop = () => Promise<unknown>

/** The numbers of texts in sorted order: bucketed by first letter, then each bucket is sorted by itself. */
export async function numbersInOrder(texts: readonly string[], yieldToEventLoop: YieldToEventLoop): Promise<number[]> {
  const byFirst = new Map<number, number[]>()
  texts.forEach((text, number) => {
    // The empty text sorts first.
    const first = text === '' ? -1 : text.charCodeAt(0)
    const alike = byFirst.get(first)
    if (alike) alike.push(number)
    else byFirst.set(first, [number])
  })
  const inOrder: number[] = []
  for (const first of [...byFirst.keys()].sort((one, other) => one - other)) {
    const numbers = byFirst.get(first) ?? []
    numbers.sort((one, other) => compareKeys(texts[one] as string, texts[other] as string))
    for (const number of numbers) inOrder.push(number)
    await yieldToEventLoop()
  }
  return inOrder
}

const BITS_AT_ONCE = 11

/** The slots in the order of their keys, then of the slots: a radix sort. `bits` is the size of a key. */
export async function slotsInOrder(
  keys: Uint32Array,
  bits: number,
  yieldToEventLoop: YieldToEventLoop,
): Promise<Uint32Array> {
  let slots = new Uint32Array(keys.length)
  for (let slot = 0; slot < slots.length; slot++) slots[slot] = slot
  for (let shift = 0; shift < bits; shift += BITS_AT_ONCE) {
    await yieldToEventLoop()
    slots = sortedByDigit(slots, keys, shift)
  }
  await yieldToEventLoop()
  return slots
}

/** Stable: slots with equal digits stay in order. */
function sortedByDigit(slots: Uint32Array, keys: Uint32Array, shift: number) {
  const mask = 2 ** BITS_AT_ONCE - 1
  const next = new Uint32Array(mask + 2)
  for (let index = 0; index < keys.length; index++) {
    const digit = ((keys[index] as number) >>> shift) & mask
    next[digit + 1] = (next[digit + 1] as number) + 1
  }
  for (let digit = 1; digit <= mask; digit++) next[digit] = (next[digit] as number) + (next[digit - 1] as number)
  const sorted = new Uint32Array(slots.length)
  for (let index = 0; index < slots.length; index++) {
    const slot = slots[index] as number
    const digit = ((keys[slot] as number) >>> shift) & mask
    sorted[next[digit] as number] = slot
    next[digit] = (next[digit] as number) + 1
  }
  return sorted
}

/** Slots in an order that the caller defines. Slots are inserted and removed in place. */
export class SortedSlots {
  length = 0
  #slots: Uint32Array

  constructor(sorted: Uint32Array = new Uint32Array(0)) {
    this.#slots = sorted
    this.length = sorted.length
  }

  at(index: number): number {
    return this.#slots[index] as number
  }

  /** The first index whose slot is far enough; `length` if there is none. */
  firstWhere(isFarEnough: (slot: number) => boolean): number {
    let [from, to] = [0, this.length]
    while (from < to) {
      const middle = (from + to) >>> 1
      if (isFarEnough(this.#slots[middle] as number)) to = middle
      else from = middle + 1
    }
    return from
  }

  /** @param positions ascending */
  takeOut(positions: readonly number[]): void {
    let to = positions[0]
    if (to === undefined) return
    for (const [index, position] of positions.entries()) {
      const next = positions[index + 1] ?? this.length
      this.#slots.copyWithin(to, position + 1, next)
      to += next - position - 1
    }
    this.length = to
  }

  /** Each of `slots` is inserted before the element at its position. Both are in order. */
  putIn(slots: readonly number[], positions: readonly number[]): void {
    const length = this.length + slots.length
    if (length > this.#slots.length) {
      const larger = new Uint32Array(length + Math.ceil(length / 8))
      larger.set(this.#slots.subarray(0, this.length))
      this.#slots = larger
    }
    let end = this.length
    for (let index = slots.length - 1; index >= 0; index--) {
      const position = positions[index] as number
      this.#slots.copyWithin(position + index + 1, position, end)
      this.#slots[position + index] = slots[index] as number
      end = position
    }
    this.length = length
  }
}

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
