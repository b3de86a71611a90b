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

/** The progress bar below the other button would stretch this one, and move its label down. */
const BESIDE_SUBMIT = { alignSelf: 'flex-start', width: { xs: '100%', sm: 'auto' } } as const
