import Button from '@mui/material/Button'
import { useFormikContext } from 'formik'

/** Leaves a form as it was; not while it is on its way. */
export function CancelButton({ onCancel }: { onCancel: () => void }) {
  const { isSubmitting } = useFormikContext()
  return (
    <Button size="large" disabled={isSubmitting} onClick={onCancel} sx={{ width: { xs: '100%', sm: 'auto' } }}>
      Отмена
    </Button>
  )
}
