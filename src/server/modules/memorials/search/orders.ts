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
