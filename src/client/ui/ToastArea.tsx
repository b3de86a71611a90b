import ButtonBase from '@mui/material/ButtonBase'
import Fade from '@mui/material/Fade'
import GlobalStyles from '@mui/material/GlobalStyles'
import { styled } from '@mui/material/styles'
import { type CustomContentProps, type SnackbarKey, SnackbarProvider, useSnackbar } from 'notistack'
import { type FocusEvent, type PointerEvent, type Ref, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Toast, ToastAction, ToastQueue, ToastVariant } from './toast-queue'
import { TARGET_SIZE } from './styles'

const TOAST_DURATION_MS = 5000
const WITH_ACTION_MS = 20_000
const TOASTS_AT_ONCE = 3

export interface ToastAreaProps {
  queue: ToastQueue
}

/** The area for toasts. */
export function ToastArea({ queue }: ToastAreaProps) {
  const provider = useRef<SnackbarProvider>(null)

  useEffect(() => {
    const failures = new Set<SnackbarKey>()
    const buttonOf = ({ label, press }: ToastAction) =>
      function ToastButton(key: SnackbarKey) {
        const close = () => provider.current?.closeSnackbar(key)
        return (
          <Press
            onClick={() => {
              close()
              press()
            }}
          >
            {label}
          </Press>
        )
      }
    const show = ({ variant, text, action }: Toast) => {
      // What has succeeded at last is no failure any more.
      if (variant === 'success') {
        for (const failure of failures) provider.current?.closeSnackbar(failure)
        failures.clear()
      }
      const key = provider.current?.enqueueSnackbar(text, { variant, ...(action && { action: buttonOf(action) }) })
      if (variant === 'error' && key !== undefined) failures.add(key)
    }
    return queue.drainTo({ show, clear: () => provider.current?.closeSnackbar() })
  }, [queue])

  return (
    <>
      <GlobalStyles styles={PLACE} />
      <SnackbarProvider
        ref={provider}
        anchorOrigin={{ vertical: 'top', horizontal: 'right' }}
        // Notistack's own timer pauses for a pointer, but not for keyboard focus, so each toast has our timer instead.
        autoHideDuration={null}
        maxSnack={TOASTS_AT_ONCE}
        preventDuplicate
        // Notistack's own transition reads `element.ref`, which React 19 removed.
        TransitionComponent={Fade}
        Components={{ info: ToastNote, success: ToastNote, error: ToastNote }}
      />
    </>
  )
}

/** A button, so that the keyboard can close it too. */
function ToastNote({ id, message, variant, action, style, ref }: CustomContentProps & { ref?: Ref<HTMLDivElement> }) {
  const { closeSnackbar } = useSnackbar()
  const close = () => closeSnackbar(id)
  const swipeAway = useSwipeAway(close)
  const autoDismiss = useAutoDismiss(close, action ? WITH_ACTION_MS : TOAST_DURATION_MS)
  return (
    <div ref={ref} role="status" style={style} {...autoDismiss}>
      <Note tone={variant as ToastVariant} {...swipeAway}>
        {message}
      </Note>
      {typeof action === 'function' ? action(id) : action}
    </div>
  )
}

/**
 * Below the header and the bar of the edit mode; on a phone at the bottom, where they cover neither, and above elements
 * with `data-over-foot`, such as the player. It moves there at once: with notistack's transition it covers their links for a
 * while. The class is doubled to override notistack's rule, which has the same specificity and comes later.
 */
const PLACE = {
  '.notistack-SnackbarContainer.notistack-SnackbarContainer': {
    top: 80,
    transition: 'none',
    '@media (max-width: 599.95px)': { top: 'auto', bottom: 16 },
  },
  'html:has([data-editing]) .notistack-SnackbarContainer.notistack-SnackbarContainer': {
    '@media (min-width: 600px)': { top: 216 },
  },
  'html:has([data-over-foot]) .notistack-SnackbarContainer.notistack-SnackbarContainer': {
    '@media (max-width: 599.95px)': { bottom: 88 },
  },
}

const Note = styled(ButtonBase, { shouldForwardProp: (name) => name !== 'tone' })<{ tone: ToastVariant }>(
  ({ theme, tone }) => ({
    ...theme.typography.body2,
    display: 'flex',
    justifyContent: 'flex-start',
    textAlign: 'start',
    minHeight: TARGET_SIZE,
    touchAction: 'pan-y',
    whiteSpace: 'pre-line',
    width: '100%',
    maxWidth: 400,
    padding: theme.spacing(1.5, 2),
    borderRadius: theme.shape.borderRadius,
    border: '1px solid',
    borderColor: theme.vars?.palette.divider,
    borderInlineStart: `4px solid ${String(theme.vars?.palette[tone].main)}`,
    backgroundColor: theme.vars?.palette.background.paper,
    color: theme.vars?.palette.text.primary,
    boxShadow: '0 8px 24px rgb(0 0 0 / 14%)',
  }),
)

/** Below its note, as wide. */
const Press = styled(ButtonBase)(({ theme }) => ({
  ...theme.typography.button,
  display: 'flex',
  width: '100%',
  maxWidth: 400,
  minHeight: TARGET_SIZE,
  marginTop: theme.spacing(0.5),
  borderRadius: theme.shape.borderRadius,
  border: '1px solid',
  borderColor: theme.vars?.palette.primary.main,
  backgroundColor: theme.vars?.palette.background.paper,
  color: theme.vars?.palette.primary.main,
}))

/** The minimum time left after a pause. */
const LEAST_AFTER_PAUSE_MS = 2500

/**
 * Dismisses something after a while. The timer is paused while a pointer is over it, it has keyboard focus, or another
 * window is active.
 */
function useAutoDismiss(dismiss: () => void, afterMs: number) {
  const [isUnderPointer, setUnderPointer] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const [isWindowLeft, setWindowLeft] = useState(false)
  const [leftMs, setLeftMs] = useState(afterMs)
  const isPaused = isUnderPointer || isFocused || isWindowLeft

  const startClock = useEffectEvent(() => {
    const startedAt = Date.now()
    const timer = setTimeout(dismiss, leftMs)
    return () => {
      clearTimeout(timer)
      setLeftMs(Math.max(leftMs - (Date.now() - startedAt), LEAST_AFTER_PAUSE_MS))
    }
  })

  // Only a pause stops or starts the timer, so there are no other dependencies.
  useEffect(() => (isPaused ? undefined : startClock()), [isPaused])

  useEffect(() => {
    const goAway = () => setWindowLeft(true)
    const comeBack = () => setWindowLeft(false)
    window.addEventListener('blur', goAway)
    window.addEventListener('focus', comeBack)
    return () => {
      window.removeEventListener('blur', goAway)
      window.removeEventListener('focus', comeBack)
    }
  }, [])

  return {
    onPointerEnter: () => setUnderPointer(true),
    onPointerLeave: () => setUnderPointer(false),
    // A press focuses too, and would pause the timer for as long as the focus stays.
    onFocus: ({ target }: FocusEvent) => setFocused(target.matches(':focus-visible')),
    onBlur: () => setFocused(false),
  }
}

/** In px: a longer drag dismisses, a shorter one snaps back. */
const DISMISS_DISTANCE = 80
/** In px: a shorter movement is a tap. */
const TAP_DISTANCE = 6

/** Handlers for an element that is dismissed by a swipe or a click. */
function useSwipeAway(dismiss: () => void) {
  const start = useRef<number>(undefined)
  const distance = useRef(0)

  function follow({ currentTarget, clientX }: PointerEvent<HTMLElement>): void {
    if (start.current === undefined) return
    distance.current = clientX - start.current
    currentTarget.style.transform = `translateX(${distance.current}px)`
  }

  function release({ currentTarget }: PointerEvent<HTMLElement>): void {
    start.current = undefined
    if (Math.abs(distance.current) > DISMISS_DISTANCE) dismiss()
    else currentTarget.style.transform = ''
  }

  return {
    onPointerDown({ currentTarget, clientX, pointerId }: PointerEvent<HTMLElement>) {
      start.current = clientX
      distance.current = 0
      // So that the drag continues when the pointer is faster than the element.
      currentTarget.setPointerCapture(pointerId)
    },
    onPointerMove: follow,
    onPointerUp: release,
    onPointerCancel: release,
    onClick() {
      const wasDragged = Math.abs(distance.current) > TAP_DISTANCE
      distance.current = 0
      if (!wasDragged) dismiss()
    },
  }
}
