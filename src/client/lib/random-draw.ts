/** Gives a number from 0 up to but not including 1: `Math.random`, or exactly what a test wants. */
export type Random = () => number

/** As many different items as asked for, in the order they were drawn; all of them when there are no more. */
export function drawDistinct<Item>(items: readonly Item[], count: number, random: Random): Item[] {
  const left = [...items]
  const drawn: Item[] = []
  while (drawn.length < count && left.length > 0) drawn.push(...left.splice(randomIndex(left.length, random), 1))
  return drawn
}

/** Where a window of `size` into a list of `total` begins, so that it is full if the list can fill it. */
export function randomWindowStart(total: number, size: number, random: Random): number {
  return randomIndex(Math.max(total - size, 0) + 1, random)
}

function randomIndex(count: number, random: Random): number {
  return Math.floor(random() * count)
}
