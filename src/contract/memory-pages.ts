/** How many pages of memories a memorial's URL requests: `?words=3`. For visitors without scripts. */
export const MEMORY_PAGES_PARAMETER = 'words'
export const MAX_PAGES = 10

/** From 1 to 10: each takes a query, and time to render. Invalid values become 1. */
export function memoryPagesIn(address: URLSearchParams): number {
  const text = address.get(MEMORY_PAGES_PARAMETER) ?? ''
  return /^\d+$/.test(text) ? Math.min(Math.max(Number(text), 1), MAX_PAGES) : 1
}
