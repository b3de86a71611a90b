/** How many pages of words of memory a memorial's address asks for: `?words=3`. Visitors without scripts follow it. */
export const WORDS_PARAMETER = 'words'
const MAX_PAGES = 10

/** From 1 to 10: each takes a query, and time to render. What is no whole number from 1 on is read as 1. */
export function pagesOfWords(address: URLSearchParams): number {
  const text = address.get(WORDS_PARAMETER) ?? ''
  return /^\d+$/.test(text) ? Math.min(Math.max(Number(text), 1), MAX_PAGES) : 1
}
