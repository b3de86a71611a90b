import { useEffect, useEffectEvent, useRef } from 'react'
import type { MissingProps } from './lazy-program'
import { useToast } from './toasts'

export interface MissingDialogProps extends MissingProps {
  isOpen?: boolean
  onClose: () => void
}

/** Stands in for a dialog whose program did not load: says `text`, and that it is closed. Opened again, it is loaded anew. */
export function missingDialog(text: string) {
  return function MissingDialog({ isOpen = true, onClose, onRetry }: MissingDialogProps) {
    const toast = useToast()
    const hasTold = useRef(false)

    const open = useEffectEvent(() => {
      if (hasTold.current) {
        onRetry()
        return
      }
      hasTold.current = true
      toast.error(text)
      onClose()
    })
    useEffect(() => {
      if (isOpen) open()
    }, [isOpen])

    return null
  }
}
