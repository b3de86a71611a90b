import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import { useFormikContext } from 'formik'

export interface SubmitButtonProps {
  children: string
  /** The label while the form is being sent. */
  progressText?: string
  /** How much of a file has left by now; without it the bar tells no share. */
  sentPercent?: number | undefined
  /** What it does cannot be taken back. */
  isDestructive?: boolean
}

/** Sends the form. While it is being sent the button says so and keeps the focus. */
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

/** All of it may have left long before the server has looked at it. */
function shareOf(sentPercent: number | undefined) {
  const isUnderWay = sentPercent !== undefined && sentPercent < 100
  return isUnderWay ? ({ variant: 'determinate', value: sentPercent } as const) : {}
}
