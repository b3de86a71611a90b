import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { passFocusUp } from '@client/ui/focus'

/** Says that captions typed earlier return with their files. */
export function CaptionsWait({ onForget }: { onForget: () => void }) {
  return (
    <Alert severity="info" variant="outlined">
      Описания, которые вы не успели отправить, сохранились. Выберите те же файлы ещё раз, и они вернутся.{' '}
      <Button ref={passFocusUp} size="small" color="inherit" onClick={onForget} sx={{ px: 1 }}>
        Не нужны
      </Button>
    </Alert>
  )
}
