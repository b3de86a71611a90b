import type { Memorial } from '@contract/memorial'

/** Of each form that changes a part of a memorial. */
export interface MemorialFormProps {
  memorial: Memorial
  onClose: () => void
}
