import Alert from '@mui/material/Alert'
import { useFormikContext } from 'formik'

/** Why the form was not accepted. Stays until the next attempt, unlike the toast that says the same. */
export function FormAlert() {
  const status: unknown = useFormikContext().status
  if (typeof status !== 'string') return null
  return (
    <Alert severity="error" variant="outlined">
      {status}
    </Alert>
  )
}
