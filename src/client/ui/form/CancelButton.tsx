import Button from '@mui/material/Button'
import { useFormikContext } from 'formik'

/** Closes a form without saving. Disabled while the form is being sent. */
export function CancelButton({ onCancel }: { onCancel: () => void }) {
  const { isSubmitting } = useFormikContext()
  return (
    <Button size="large" disabled={isSubmitting} onClick={onCancel} sx={BESIDE_SUBMIT}>
      Отмена
    </Button>
  )
}

/** The line of progress under the other button would stretch it, and set its word lower. */
const BESIDE_SUBMIT = { alignSelf: 'flex-start', width: { xs: '100%', sm: 'auto' } } as const
