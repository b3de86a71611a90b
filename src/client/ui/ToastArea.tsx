import ButtonBase from '@mui/material/ButtonBase'
import { styled } from '@mui/material/styles'
import { closeSnackbar, type CustomContentProps, SnackbarProvider } from 'notistack'
import { type Ref, useEffect, useRef } from 'react'
import type { ToastQueue, ToastVariant } from './toast-queue'

const TOAST_DURATION_MS = 5000
const TOASTS_AT_ONCE = 3

export interface ToastAreaProps {
  queue: ToastQueue
}

/** Where toasts appear. notistack closes them after a while and waits under the pointer; a click closes one at once. */
export function ToastArea({ queue }: ToastAreaProps) {
  const provider = useRef<SnackbarProvider>(null)

  useEffect(() => queue.drainTo(({ variant, text }) => provider.current?.enqueueSnackbar(text, { variant })), [queue])

  return (
    <SnackbarProvider
      ref={provider}
      anchorOrigin={{ vertical: 'top', horizontal: 'right' }}
      autoHideDuration={TOAST_DURATION_MS}
      maxSnack={TOASTS_AT_ONCE}
      preventDuplicate
      Components={{ info: ToastNote, success: ToastNote, error: ToastNote }}
    />
  )
}

function ToastNote({ id, message, variant, ref }: CustomContentProps & { ref?: Ref<HTMLDivElement> }) {
  return (
    <div ref={ref} role="status">
      <Note tone={variant as ToastVariant} onClick={() => closeSnackbar(id)}>
        {message}
      </Note>
    </div>
  )
}

const TONES = { info: 'info', success: 'success', error: 'error' } as const

const Note = styled(ButtonBase, { shouldForwardProp: (name) => name !== 'tone' })<{ tone: ToastVariant }>(
  ({ theme, tone }) => ({
    ...theme.typography.body2,
    justifyContent: 'flex-start',
    textAlign: 'start',
    minHeight: 44,
    width: '100%',
    maxWidth: 400,
    padding: theme.spacing(1.5, 2),
    borderRadius: theme.shape.borderRadius,
    border: '1px solid',
    borderColor: theme.vars?.palette.divider,
    borderInlineStart: `4px solid ${String(theme.vars?.palette[TONES[tone]].main)}`,
    backgroundColor: theme.vars?.palette.background.paper,
    color: theme.vars?.palette.text.primary,
    boxShadow: '0 8px 24px rgb(0 0 0 / 14%)',
  }),
)
