import type { Memorial } from '@contract/memorial'

/** The props of each form that edits a section of a memorial. */
export interface MemorialFormProps {
  memorial: Memorial
  onClose: () => void
}
