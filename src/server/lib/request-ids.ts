import { randomBytes } from 'node:crypto'

const ofProcess = randomBytes(9).toString('base64url')
let count = 0

/**
 * An id that is unique across processes, to find the lines of a request in the log. Fresh random bytes each time, as in a
 * UUID, would take as long as the rest of the line about a cached response.
 */
export function nextRequestId(): string {
  return `${ofProcess}-${(++count).toString(36)}`
}
