import Alert from '@mui/material/Alert'
import { useFormikContext } from 'formik'
import type { FormStatus } from './Form'

const SENT_LATER = 'Сейчас нет связи. Написанное не пропадёт: отправим, как только связь появится.'

/** Why the form was not accepted. Stays until the next attempt, unlike the toast that says the same. */
export function FormAlert() {
  const status = useFormikContext().status as FormStatus | undefined
  if (!status) return null
  return (
    <Alert severity={status.isOffline ? 'info' : 'error'} variant="outlined">
      {status.message}
      {status.isOffline && ` ${SENT_LATER}`}
    </Alert>
  )
}
