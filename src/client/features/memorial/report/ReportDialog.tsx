import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId, useState } from 'react'
import { typeset } from '@contract/typeset'
import { FOCUS_AREA, focusElement } from '@client/ui/focus'
import { ReportForm } from './ReportForm'

const SENT = 'Спасибо, что написали. Мы посмотрим страницу и решим, что с ней делать.'
const ANSWER_COMES = 'О решении напишем вам на почту.'

export interface ReportDialogProps {
  memorialId: number
  isOpen: boolean
  onClose: () => void
}

/** Asks what is wrong with a page, and thanks for it. A press outside does not close it: typed text would be lost. */
export function ReportDialog({ memorialId, isOpen, onClose }: ReportDialogProps) {
  const [sent, setSent] = useState<{ withEmail: boolean }>()
  const titleId = useId()

  return (
    <Dialog
      open={isOpen}
      onClose={(_event, reason) => {
        if (reason === 'escapeKeyDown') onClose()
      }}
      slotProps={{ transition: { onExited: () => setSent(undefined) } }}
      aria-labelledby={titleId}
      fullWidth
      maxWidth="sm"
    >
      <DialogTitle id={titleId}>Сообщить о странице</DialogTitle>
      {sent ? (
        <>
          <DialogContent>
            <Alert severity="success" ref={focusElement} {...FOCUS_AREA}>
              {typeset(SENT)} {sent.withEmail && typeset(ANSWER_COMES)}
            </Alert>
          </DialogContent>
          <DialogActions>
            <Button onClick={onClose}>Закрыть</Button>
          </DialogActions>
        </>
      ) : (
        <DialogContent sx={{ scrollPaddingBottom: 80 }}>
          <ReportForm memorialId={memorialId} onSent={(withEmail) => setSent({ withEmail })} onCancel={onClose} />
        </DialogContent>
      )}
    </Dialog>
  )
}
