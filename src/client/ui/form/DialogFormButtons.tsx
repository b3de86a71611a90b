import DialogActions from '@mui/material/DialogActions'
import { CancelButton, SubmitButton, type SubmitButtonProps } from './SubmitButton'

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
