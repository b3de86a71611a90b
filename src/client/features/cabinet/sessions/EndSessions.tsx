import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { SxProps } from '@mui/material/styles'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { type ApiFailure, errorText, isGone } from '@client/api/errors'
import { ConfirmDialog } from '@client/ui/ConfirmDialog'
import { useToast } from '@client/ui/toasts'
import { useFocusHandedUp } from '@client/ui/use-focus-handed-up'

const END_FAILED = 'Не удалось завершить сеанс. Пожалуйста, попробуйте позже.'

export interface EndSessionsProps {
  label: string
  /** Of which session, where several buttons have one label. */
  about?: string
  /** The question, and below it what follows from it. */
  title: string
  children: string | string[]
  /** Said when it is done. */
  done: string
  end: () => Promise<{ error?: ApiFailure }>
  sx?: SxProps
}

/** A button that ends sessions: it asks once. It goes with what it has ended, and hands the focus up. */
export function EndSessions({ label, about, title, children, done, end, sx }: EndSessionsProps) {
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
    else toast.error(errorText(error, { fallback: END_FAILED }))
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
