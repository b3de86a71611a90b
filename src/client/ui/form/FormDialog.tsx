import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog, { type DialogProps } from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { type ReactNode, useId } from 'react'
import { FOCUS_AREA, focusElement } from '../focus'
import { CancelButton, SubmitButton, type SubmitButtonProps } from './SubmitButton'

interface FormDialogProps extends Pick<DialogProps, 'aria-describedby' | 'maxWidth' | 'sx'> {
  title: string
  isOpen?: boolean
  onClose: () => void
  /** Called when the dialog has faded out. */
  onExited?: () => void
  /** Replaces the form once it was sent. */
  thanks?: ReactNode
  /** The form. */
  children: ReactNode
}

/** A dialog with a form. A press outside does not close it: typed text would be lost. */
export function FormDialog({ title, isOpen = true, onClose, onExited, thanks, children, ...dialog }: FormDialogProps) {
  const titleId = useId()

  return (
    <Dialog
      open={isOpen}
      onClose={(_event, reason) => {
        if (reason === 'escapeKeyDown') onClose()
      }}
      {...(onExited && { slotProps: { transition: { onExited } } })}
      aria-labelledby={titleId}
      fullWidth
      {...dialog}
    >
      <DialogTitle id={titleId}>{title}</DialogTitle>
      {thanks ? (
        <>
          <DialogContent>
            <Alert severity="success" ref={focusElement} {...FOCUS_AREA}>
              {thanks}
            </Alert>
          </DialogContent>
          <DialogActions>
            <Button onClick={onClose}>Закрыть</Button>
          </DialogActions>
        </>
      ) : (
        <DialogContent sx={{ scrollPaddingBottom: 80 }}>{children}</DialogContent>
      )}
    </Dialog>
  )
}

interface DialogFormButtonsProps extends SubmitButtonProps {
  onCancel: () => void
}

/** The buttons of a form that fills a dialog, positioned like a dialog's own. */
export function DialogFormButtons({ onCancel, ...submit }: DialogFormButtonsProps) {
  return (
    <DialogActions sx={ROW}>
      <CancelButton onCancel={onCancel} />
      <SubmitButton {...submit} />
    </DialogActions>
  )
}

/** They stay visible at the bottom when the window is too low for the whole form. */
const ROW = {
  position: { sm: 'sticky' },
  bottom: { sm: -20 },
  zIndex: 1,
  mb: { sm: -2.5 },
  p: 0,
  py: { sm: 1.5 },
  borderTop: { sm: 1 },
  borderColor: { sm: 'divider' },
  alignItems: 'flex-start',
  backgroundColor: 'background.paper',
  '&& > *': { width: 'auto', minWidth: 'auto' },
} as const
