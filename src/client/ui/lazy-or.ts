import { type ComponentType, lazy, useEffect, useEffectEvent } from 'react'
import { useToast } from './toasts'

/**
 * A component whose program is fetched when it is first shown. `Missing` stands in its place when that fails: without it
 * the whole screen would.
 */
export function lazyOr<Props extends object>(load: () => Promise<ComponentType<Props>>, Missing: ComponentType<Props>) {
  return lazy(() =>
    load().then(
      (component) => ({ default: component }),
      () => ({ default: Missing }),
    ),
  )
}

export interface MissingDialogProps {
  isOpen?: boolean
  onClose: () => void
}

/** Stands in for a dialog whose program did not load: says `text`, and that it is closed. */
export function missingDialog(text: string) {
  return function MissingDialog({ isOpen = true, onClose }: MissingDialogProps) {
    const toast = useToast()
    const tellAndClose = useEffectEvent(() => {
      toast.error(text)
      onClose()
    })
    useEffect(() => {
      if (isOpen) tellAndClose()
    }, [isOpen])
    return null
  }
}
