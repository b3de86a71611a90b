import Button from '@mui/material/Button'
import { useState } from 'react'
import { type ApiFailure, errorText } from '@client/api/errors'
import { ConfirmDialog } from '@client/ui/ConfirmDialog'
import { useToast } from '@client/ui/toasts'
import { UPDATE_FAILED } from '../edit/texts'

export interface PurchaseProps {
  label: string
  /** The question, and below it what is spent. */
  title: string
  children: string
  progressText: string
  /** Said when it is done. */
  done: string
  buy: () => Promise<{ error?: ApiFailure }>
  /** It is done; the button may go, and the focus with it. */
  onBought: () => void
}

/** A button for what spends a credit of the account: it asks once. */
export function Purchase({ label, title, children, progressText, done, buy, onBought }: PurchaseProps) {
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const toast = useToast()

  async function confirm(): Promise<void> {
    setBusy(true)
    const { error } = await buy()
    setBusy(false)
    setAsking(false)
    if (error) {
      toast.error(errorText(error, { fallback: UPDATE_FAILED }))
      return
    }
    toast.success(done)
    onBought()
  }

  return (
    <>
      <Button variant="outlined" onClick={() => setAsking(true)}>
        {label}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={title}
        confirmLabel={label}
        progressText={progressText}
        isBusy={isBusy}
        isDestructive={false}
        onConfirm={() => void confirm()}
        onCancel={() => setAsking(false)}
      >
        {children}
      </ConfirmDialog>
    </>
  )
}
