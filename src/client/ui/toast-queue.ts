export type ToastVariant = 'info' | 'success' | 'error'

export interface Toast {
  variant: ToastVariant
  text: string
}

/** Shows a short note for five seconds. The same text is not shown twice at once. */
export type Toasts = Record<ToastVariant, (text: string) => void>

export interface ToastQueue {
  push: (toast: Toast) => void
  /** Hands over what has waited and all that comes, until the returned function is called. */
  drainTo: (show: (toast: Toast) => void) => () => void
}

export function createToastQueue(): ToastQueue {
  let waiting: Toast[] = []
  let show: ((toast: Toast) => void) | undefined

  return {
    push(toast) {
      if (show) show(toast)
      else waiting.push(toast)
    },
    drainTo(showToast) {
      show = showToast
      for (const toast of waiting) showToast(toast)
      waiting = []
      return () => {
        show = undefined
      }
    },
  }
}
