import { randomBytes } from 'node:crypto'

const ofProcess = randomBytes(9).toString('base64url')
let count = 0

/**
 * An id that no other request has, in this process or in another: the lines of a request are found by it in the log. Of random
 * bytes each time, as a UUID, it would take as long as the rest of a line about a kept answer.
 */
export function nextRequestId(): string {
  return `${ofProcess}-${(++count).toString(36)}`
}
