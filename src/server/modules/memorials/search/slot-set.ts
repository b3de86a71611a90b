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
