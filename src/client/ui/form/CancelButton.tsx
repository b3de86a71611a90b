import Button from '@mui/material/Button'
import { useFormikContext } from 'formik'

/** Closes a form without saving. Disabled while the form is being sent. */
export function CancelButton({ onCancel }: { onCancel: () => void }) {
  const { isSubmitting } = useFormikContext()
  return (
    <Button size="large" disabled={isSubmitting} onClick={onCancel} sx={{ width: { xs: '100%', sm: 'auto' } }}>
      Отмена
    </Button>
  )
}
