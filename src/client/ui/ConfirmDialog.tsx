import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { type PropsWithChildren, useId } from 'react'
import { typeset } from '@contract/typeset'

export interface ConfirmDialogProps {
  isOpen: boolean
  title: string
  /** The label of the confirming button: 'Удалить'. */
  confirmLabel: string
  /** The label of that button while the action runs. */
  progressText?: string
  cancelLabel?: string
  isBusy?: boolean
  /** The action destroys something: the confirming button is red. */
  isDestructive?: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before something that can't be undone. The initial focus is on the cancel button, and Escape cancels. */
export function ConfirmDialog({
  isOpen,
  title,
  confirmLabel,
  progressText = 'Удаляем...',
  cancelLabel = 'Отмена',
  isBusy = false,
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
      {/* With large letters it scrolls, and the arrow keys must reach it. */}
      <DialogContent id={textId} tabIndex={0}>
        {typeof children === 'string' ? typeset(children) : children}
      </DialogContent>
      <DialogActions>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- pressing Enter twice by accident must not confirm */}
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
        >
          {isBusy ? progressText : confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
