import type { CodedDetail } from '@contract/errors'
import { errorDetail } from '@client/api/errors'

/** Why the server takes no such password, when that is what its code says; undefined for any other refusal. */
export function invalidPasswordReason(error: unknown, code: string): string | undefined {
  const detail = errorDetail(error) as Partial<CodedDetail> | string | undefined
  return typeof detail === 'object' && detail.code === code ? detail.reason : undefined
}
