import { BrokenContainer, type ByteSpan } from './container-file'

/** A film of ten hours at 60 frames a second, one per chunk, has two million. */
const SPANS_MAX = 4_000_000
const FIRST_ROOM = 1024

/** The byte ranges of a film's samples. The list may have millions of entries. */
export class MediaSpans {
  /** Three numbers per entry: start, end, and kind. */
  #entries = new Float64Array(3 * FIRST_ROOM)
  #count = 0

  /**
   * An `about` span has an estimated length, and ends at the next span at the latest. Spans that are not retained are
   * added too, since they limit such spans.
   */
  add({ start, end }: ByteSpan, { isIncluded, isAbout = false }: { isIncluded: boolean; isAbout?: boolean }): void {
    if (end <= start) return
    if (this.#count === SPANS_MAX) throw new BrokenContainer('Too many samples')
    const at = this.#count * 3
    if (at === this.#entries.length) {
      const larger = new Float64Array(2 * at)
      larger.set(this.#entries)
      this.#entries = larger
    }
    this.#entries.set([start, end, (isIncluded ? 1 : 0) + (isAbout ? 2 : 0)], at)
    this.#count += 1
  }

  /** The retained spans, in order and without overlaps. */
  *included(): Generator<ByteSpan> {
    const entries = this.#entries
    const order = Uint32Array.from({ length: this.#count }, (_, index) => index * 3)
    order.sort((one, other) => (entries[one] ?? 0) - (entries[other] ?? 0))
    let open: ByteSpan | undefined
    for (const [index, at] of order.entries()) {
      const [start = 0, declared = 0, kind = 0] = entries.subarray(at, at + 3)
      if (!(kind & 1)) continue
      const end = kind & 2 ? Math.min(declared, nextStart(entries, order, index, start)) : declared
      if (open && start <= open.end) open.end = Math.max(open.end, end)
      else {
        if (open) yield open
        open = { start, end }
      }
    }
    if (open) yield open
  }
}

function nextStart(entries: Float64Array, order: Uint32Array, index: number, start: number): number {
  for (let next = index + 1; next < order.length; next++) {
    const other = entries[order[next] ?? 0] ?? Infinity
    if (other > start) return other
  }
  return Infinity
}
