import { useState } from 'react'
import { useLeaveBy } from '@client/ui/unsaved-changes'

/** Whether the owner is changing the page. Leaving asks first when something typed would be lost. */
export function useEditMode(isOwner: boolean) {
  const [isOn, setOn] = useState(false)
  const leaveBy = useLeaveBy()

  return {
    isEditing: isOn && isOwner,
    toggle: () => (isOn ? leaveBy(() => setOn(false)) : setOn(true)),
  }
}
