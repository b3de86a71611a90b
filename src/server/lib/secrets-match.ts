import { createHash, timingSafeEqual } from 'node:crypto'

/** Compares in constant time, whatever the lengths. */
export function secretsMatch(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
