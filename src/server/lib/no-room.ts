/** A full disk, an exhausted quota, and PostgreSQL's code for the first. */
const CODES = ['ENOSPC', 'EDQUOT', '53100']
/** libvips and our own processes pass on a text without a code. */
const WORDS = /No space left on device|Disk quota exceeded|\b(?:ENOSPC|EDQUOT)\b/
const INSUFFICIENT_STORAGE = 507
const CAUSES_MAX = 3

interface Failure {
  code?: unknown
  message?: unknown
  cause?: unknown
  /** Of an object store's response. */
  $metadata?: { httpStatusCode?: number }
}

/** Whether something failed because a disk or a store has no room left. */
export function saysNoRoom(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null) return false
  const { code, message, cause, $metadata } = error as Failure
  if (CODES.includes(String(code)) || $metadata?.httpStatusCode === INSUFFICIENT_STORAGE) return true
  return WORDS.test(String(message)) || (depth < CAUSES_MAX && saysNoRoom(cause, depth + 1))
}
