/** Returns a number from 0 up to but not including 1: `Math.random`, or a stub in tests. */
export type Random = () => number

/** As many different items as requested, in the order of drawing; all of them when there are no more. */
export function drawDistinct<Item>(items: readonly Item[], count: number, random: Random): Item[] {
  const left = [...items]
  const drawn: Item[] = []
  while (drawn.length < count && left.length > 0) drawn.push(...left.splice(randomIndex(left.length, random), 1))
  return drawn
}

/** The start of a window of `size` in a list of `total`, so that the window is full if possible. */
export function randomWindowStart(total: number, size: number, random: Random): number {
  return randomIndex(Math.max(total - size, 0) + 1, random)
}

function randomIndex(count: number, random: Random): number {
  return Math.floor(random() * count)
}
