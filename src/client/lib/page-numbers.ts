/** Up to this many pages there are no gaps. */
const SHOWN_WHOLE = 5

export const GAP = 'gap'

/**
 * The page numbers of a pagination: first, last, and the current one with a neighbour on each side. A gap is shown even
 * where it hides only one page.
 */
export function pageNumbers(current: number, count: number): (number | typeof GAP)[] {
  const all = Array.from({ length: count }, (_nothing, index) => index + 1)
  if (count <= SHOWN_WHOLE) return all

  const shown = all.filter((page) => page === 1 || page === count || Math.abs(page - current) <= 1)
  return shown.flatMap((page, index) => {
    const previous = shown[index - 1] ?? 0
    return page - previous > 1 ? [GAP, page] : [page]
  })
}
