import type { CodedDetail } from '@contract/errors'
import { errorDetail } from '@client/api/errors'

/** The server's reason for rejecting a password, if the error has this code; undefined for any other error. */
export function invalidPasswordReason(error: unknown, code: string): string | undefined {
  const detail = errorDetail(error) as Partial<CodedDetail> | string | undefined
  return typeof detail === 'object' && detail.code === code ? detail.reason : undefined
}
