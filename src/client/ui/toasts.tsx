import {
  type ComponentType,
  createContext,
  type PropsWithChildren,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react'
import type { ToastAreaProps } from './ToastArea'
import { createToastQueue, type Toasts } from './toast-queue'

const ToastsContext = createContext<Toasts | undefined>(undefined)

/**
 * Short notes at the top right. The area that shows them is loaded after the first paint; a note that comes earlier
 * waits for it.
 */
export function ToastProvider({ children }: PropsWithChildren) {
  const [queue] = useState(createToastQueue)
  const [Area, setArea] = useState<ComponentType<ToastAreaProps>>()

  useEffect(() => {
    void import('./ToastArea').then(({ ToastArea }) => setArea(() => ToastArea))
  }, [])

  const toasts = useMemo<Toasts>(
    () => ({
      info: (text) => queue.push({ variant: 'info', text }),
      success: (text) => queue.push({ variant: 'success', text }),
      error: (text) => queue.push({ variant: 'error', text }),
    }),
    [queue],
  )

  return (
    <ToastsContext value={toasts}>
      {children}
      <div aria-live="polite">{Area && <Area queue={queue} />}</div>
    </ToastsContext>
  )
}

/** `const toast = useToast(); toast.error('Ошибка при удалении.')` */
export function useToast(): Toasts {
  const toasts = useContext(ToastsContext)
  if (!toasts) throw new Error('useToast needs a ToastProvider around it')
  return toasts
}
