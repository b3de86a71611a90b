import ButtonBase from '@mui/material/ButtonBase'
import Fade from '@mui/material/Fade'
import GlobalStyles from '@mui/material/GlobalStyles'
import { styled } from '@mui/material/styles'
import { type CustomContentProps, type SnackbarKey, SnackbarProvider, useSnackbar } from 'notistack'
import { type Ref, useEffect, useRef } from 'react'
import type { Toast, ToastQueue, ToastVariant } from './toast-queue'
import { useSwipeAway } from './use-swipe-away'
import { useAutoDismiss } from './use-auto-dismiss'
import { TARGET_SIZE } from './target-size'

const TOAST_DURATION_MS = 5000
const TOASTS_AT_ONCE = 3

export interface ToastAreaProps {
  queue: ToastQueue
}

/** The area for toasts. */
export function ToastArea({ queue }: ToastAreaProps) {
  const provider = useRef<SnackbarProvider>(null)

  useEffect(() => {
    const failures = new Set<SnackbarKey>()
    const show = ({ variant, text }: Toast) => {
      // What has succeeded at last is no failure any more.
      if (variant === 'success') {
        for (const failure of failures) provider.current?.closeSnackbar(failure)
        failures.clear()
      }
      const key = provider.current?.enqueueSnackbar(text, { variant })
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
function ToastNote({ id, message, variant, style, ref }: CustomContentProps & { ref?: Ref<HTMLDivElement> }) {
  const { closeSnackbar } = useSnackbar()
  const close = () => closeSnackbar(id)
  const swipeAway = useSwipeAway(close)
  const autoDismiss = useAutoDismiss(close, TOAST_DURATION_MS)
  return (
    <div ref={ref} role="status" style={style} {...autoDismiss}>
      <Note tone={variant as ToastVariant} {...swipeAway}>
        {message}
      </Note>
    </div>
  )
}

/**
 * Below the header and the bar of the edit mode; on a phone at the bottom, where they cover neither, and above elements
 * with `data-over-foot`, such as the player. The class is doubled to override notistack's rule, which has the same
 * specificity and comes later.
 */
const PLACE = {
  '.notistack-SnackbarContainer.notistack-SnackbarContainer': {
    top: 80,
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
