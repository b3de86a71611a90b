import Alert from '@mui/material/Alert'
import { useFormikContext } from 'formik'
import type { FormStatus } from './Form'

/** What happens next when there was no response. */
const NEXT = {
  'sent-by-itself': 'Сейчас нет связи. Написанное не пропадёт: отправим, как только связь появится.',
  'sent-by-press':
    'Ответа не было: связи нет или она очень слабая. Написанное не пропадёт: когда связь наладится, отправьте ещё раз одним нажатием.',
}

/** Why the form was rejected. Stays until the next attempt, unlike the toast with the same text. */
export function FormAlert() {
  const status = useFormikContext().status as FormStatus | undefined
  if (!status) return null
  return (
    <Alert severity={status.next ? 'info' : 'error'} variant="outlined">
      {status.message}
      {status.next && ` ${NEXT[status.next]}`}
    </Alert>
  )
}
