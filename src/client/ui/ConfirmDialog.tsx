import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { type PropsWithChildren, useId } from 'react'

export interface ConfirmDialogProps {
  isOpen: boolean
  title: string
  /** What the button that goes on says: 'Удалить'. */
  confirmLabel: string
  /** Said while it is being done. */
  progressText?: string
  cancelLabel?: string
  isBusy?: boolean
  /** Not to be done yet: something has to be filled in first. */
  isDisabled?: boolean
  /** Something is lost by it; else the button that goes on is in the main colour. */
  isDestructive?: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before something that can't be taken back. The focus starts on the way out, and Escape leaves. */
export function ConfirmDialog({
  isOpen,
  title,
  confirmLabel,
  progressText = 'Удаляем...',
  cancelLabel = 'Отмена',
  isBusy = false,
  isDisabled = false,
  isDestructive = true,
  onConfirm,
  onCancel,
  children,
}: PropsWithChildren<ConfirmDialogProps>) {
  const titleId = useId()
  const textId = useId()

  return (
    <Dialog
      open={isOpen}
      onClose={isBusy ? undefined : onCancel}
      aria-labelledby={titleId}
      aria-describedby={textId}
      role="alertdialog"
    >
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent id={textId}>{children}</DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap', gap: 1, p: 2 }}>
        {/* eslint-disable-next-line jsx-a11y/no-autofocus -- Enter pressed once too often must not confirm */}
        <Button onClick={onCancel} disabled={isBusy} autoFocus>
          {cancelLabel}
        </Button>
        <Button
          variant="contained"
          color={isDestructive ? 'error' : 'primary'}
          onClick={() => {
            if (!isBusy) onConfirm()
          }}
          aria-disabled={isBusy}
          disabled={isDisabled}
        >
          {isBusy ? progressText : confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
