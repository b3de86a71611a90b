import { useEffect, useEffectEvent, useRef } from 'react'
import type { MissingProps } from './lazy-chunk'
import { useToast } from './toasts'

interface MissingDialogProps extends MissingProps {
  isOpen?: boolean
  onClose: () => void
}

/** For a dialog whose chunk failed to load: shows `text` in a toast and closes. Opening it again retries. */
export function missingDialog(text: string) {
  return function MissingDialog({ isOpen = true, onClose, onRetry }: MissingDialogProps) {
    const toast = useToast()
    const hasReported = useRef(false)

    const open = useEffectEvent(() => {
      if (hasReported.current) {
        onRetry()
        return
      }
      hasReported.current = true
      toast.error(text)
      onClose()
    })
    useEffect(() => {
      if (isOpen) open()
    }, [isOpen])

    return null
  }
}
