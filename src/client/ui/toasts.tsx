import { createContext, type PropsWithChildren, useContext, useEffect, useMemo, useState } from 'react'
import { lazyChunk, type MissingProps } from './lazy-chunk'
import type { ToastAreaProps } from './ToastArea'
import { createToastQueue, type Toasts } from './toast-queue'

const ToastArea = lazyChunk(async () => (await import('./ToastArea')).ToastArea, { Missing: MissingToastArea })

const ToastsContext = createContext<Toasts | undefined>(undefined)

/** Toasts at the top right. The area that shows them is loaded after the first paint; earlier toasts are queued. */
export function ToastProvider({ children }: PropsWithChildren) {
  const [queue] = useState(createToastQueue)

  const toasts = useMemo<Toasts>(
    () => ({
      info: (text, action) => queue.push({ variant: 'info', text, action }),
      success: (text, action) => queue.push({ variant: 'success', text, action }),
      error: (text, action) => queue.push({ variant: 'error', text, action }),
      clear: queue.clear,
    }),
    [queue],
  )

  return (
    <ToastsContext value={toasts}>
      {children}
      <div aria-live="polite">
        <ToastArea queue={queue} />
      </div>
    </ToastsContext>
  )
}

/** The next toast retries the loading of the area. */
function MissingToastArea({ queue, onRetry }: ToastAreaProps & MissingProps) {
  useEffect(() => queue.onWaiting(onRetry), [queue, onRetry])
  return null
}

/** `const toast = useToast(); toast.error('Ошибка при удалении.')`. A listener dispatches `notify` of `store/listeners`. */
export function useToast(): Toasts {
  const toasts = useContext(ToastsContext)
  if (!toasts) throw new Error('useToast needs a ToastProvider around it')
  return toasts
}
