import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import { useFormikContext } from 'formik'

export interface SubmitButtonProps {
  children: string
  /** The label while the form is being sent. */
  progressText?: string
  /** The percentage of a file that was sent; without it the progress bar is indeterminate. */
  sentPercent?: number | undefined
  /** The action cannot be undone. */
  isDestructive?: boolean
}

/** Submits the form. While it is being sent, the button shows that and stays focused. */
export function SubmitButton({
  children,
  progressText = 'Отправляем...',
  sentPercent,
  isDestructive,
}: SubmitButtonProps) {
  const { isSubmitting } = useFormikContext()
  return (
    <Box sx={{ width: { xs: '100%', sm: 'fit-content' }, minWidth: { sm: 220 } }}>
      <Button
        type="submit"
        variant="contained"
        color={isDestructive ? 'error' : 'primary'}
        size="large"
        fullWidth
        aria-disabled={isSubmitting}
      >
        {isSubmitting ? progressText : children}
      </Button>
      <Box sx={{ height: 4, mt: 0.5 }}>
        {isSubmitting && <LinearProgress aria-label={progressText} {...shareOf(sentPercent)} />}
      </Box>
    </Box>
  )
}

/** At 100 percent the bar is indeterminate: the server still has to process the file. */
function shareOf(sentPercent: number | undefined) {
  const isUnderWay = sentPercent !== undefined && sentPercent < 100
  return isUnderWay ? ({ variant: 'determinate', value: sentPercent } as const) : {}
}

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
