/** For `catch`: a file or folder that does not exist becomes `undefined`; every other failure is rethrown. */
export function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
  return undefined
}

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

/**
 * The message of an error. Node leaves it empty when none of a host's several IP addresses responded: then the first of
 * their errors speaks.
 */
export function messageOf(error: Error): string {
  if (error.message !== '' || !(error instanceof AggregateError)) return error.message
  return (error.errors[0] as Error | undefined)?.message ?? ''
}
