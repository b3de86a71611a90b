export type ToastVariant = 'info' | 'success' | 'error'

export interface Toast {
  variant: ToastVariant
  text: string
  action?: ToastAction | undefined
}

/** A button of a toast. The toast stays longer then. */
export interface ToastAction {
  label: string
  press: () => void
}

/** Shows a short note for five seconds, with a button for twenty. The same text is not shown twice at once. */
export interface Toasts extends Record<ToastVariant, (text: string, action?: ToastAction) => void> {
  /** Takes all notes away. */
  clear: () => void
}

interface ToastShower {
  show: (toast: Toast) => void
  clear: () => void
}

export interface ToastQueue {
  push: (toast: Toast) => void
  clear: () => void
  /** Calls back at each note that has nobody to show it yet, until the returned function is called. */
  onWaiting: (notice: () => void) => () => void
  /** Hands over what has waited and all that comes, until the returned function is called. */
  drainTo: (area: ToastShower) => () => void
}

export function createToastQueue(): ToastQueue {
  let waiting: Toast[] = []
  let area: ToastShower | undefined
  let noticeWaiting: (() => void) | undefined

  return {
    push(toast) {
      if (area) {
        area.show(toast)
        return
      }
      waiting.push(toast)
      noticeWaiting?.()
    },
    clear() {
      waiting = []
      area?.clear()
    },
    onWaiting(notice) {
      noticeWaiting = notice
      return () => {
        noticeWaiting = undefined
      }
    },
    drainTo(shower) {
      area = shower
      for (const toast of waiting) shower.show(toast)
      waiting = []
      return () => {
        area = undefined
      }
    },
  }
}
