import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { SxProps } from '@mui/material/styles'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { type ApiFailure, errorStatus, errorText, isGone } from '@client/api/errors'
import { ConfirmDialog } from '@client/ui/ConfirmDialog'
import { useToast } from '@client/ui/toasts'
import { useFocusHandedUp } from '@client/ui/use-focus-handed-up'

export interface EndSessionsProps {
  label: string
  /** Of which session, where several buttons have one label. */
  about?: string
  /** The question, and below it what follows from it. */
  title: string
  children: string | string[]
  /** Said when it is done. */
  done: string
  /** Said when it is not, and the server gives no reason. */
  failed: string
  end: () => Promise<{ error?: ApiFailure }>
  sx?: SxProps
}

/** A button that ends sessions: it asks once. It goes with what it has ended, and hands the focus up. */
export function EndSessions({ label, about, title, children, done, failed, end, sx }: EndSessionsProps) {
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const box = useFocusHandedUp<HTMLDivElement>()
  const toast = useToast()

  async function confirm(): Promise<void> {
    setBusy(true)
    const { error } = await end()
    // At once: the list that comes without the session has to find the focus on its button, not in the question.
    flushSync(() => {
      setBusy(false)
      setAsking(false)
    })
    // One that is gone was ended from somewhere else, or had its day.
    if (isGone(error)) toast.success(done)
    // Without a session of its own one is led to the login, and told why.
    else if (errorStatus(error) !== 401) toast.error(errorText(error, { fallback: failed }))
  }

  return (
    <Box ref={box} sx={sx}>
      <Button variant="outlined" aria-label={about && `${label}: ${about}`} onClick={() => setAsking(true)}>
        {label}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={title}
        confirmLabel={label}
        progressText="Завершаем..."
        isBusy={isBusy}
        isDestructive={false}
        onConfirm={() => void confirm()}
        onCancel={() => setAsking(false)}
      >
        {children}
      </ConfirmDialog>
    </Box>
  )
}
