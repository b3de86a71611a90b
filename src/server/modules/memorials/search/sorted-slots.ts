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
