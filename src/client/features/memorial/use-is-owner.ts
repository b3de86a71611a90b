import type { Memorial } from '@contract/memorial'
import { useAccount } from '@client/store/use-account'

/** Whether the visitor keeps this memorial. */
export function useIsOwner({ user_id }: Memorial): boolean {
  return useAccount().user?.id === user_id
}
