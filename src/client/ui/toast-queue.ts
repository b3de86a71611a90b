export type ToastVariant = 'info' | 'success' | 'error'

export interface Toast {
  variant: ToastVariant
  text: string
}

/** Shows a short note for five seconds. The same text is not shown twice at once. */
export type Toasts = Record<ToastVariant, (text: string) => void>

export interface ToastQueue {
  push: (toast: Toast) => void
  /** Calls back at each note that has nobody to show it yet, until the returned function is called. */
  onWaiting: (notice: () => void) => () => void
  /** Hands over what has waited and all that comes, until the returned function is called. */
  drainTo: (show: (toast: Toast) => void) => () => void
}

export function createToastQueue(): ToastQueue {
  let waiting: Toast[] = []
  let show: ((toast: Toast) => void) | undefined
  let noticeWaiting: (() => void) | undefined

  return {
    push(toast) {
      if (show) {
        show(toast)
        return
      }
      waiting.push(toast)
      noticeWaiting?.()
    },
    onWaiting(notice) {
      noticeWaiting = notice
      return () => {
        noticeWaiting = undefined
      }
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
