import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { counted, SECONDS } from '@client/lib/plurals'
import { LOOKS_DISABLED } from '@client/ui/looks-disabled'
import { useFormikContext } from 'formik'

/**
 * Rests for a minute after each letter: it may simply be slow. Disabled by its role only, so that the focus stays on what
 * was pressed; the form refuses to send meanwhile.
 */
export function ResendButton({ secondsLeft }: { secondsLeft: number }) {
  const { isSubmitting } = useFormikContext()
  const isResting = secondsLeft > 0
  return (
    <Box>
      <Button
        type="submit"
        variant="outlined"
        aria-disabled={isResting || isSubmitting}
        sx={isResting ? LOOKS_DISABLED : undefined}
      >
        Отправить письмо ещё раз
      </Button>
      <Typography variant="body2" color="textSecondary" sx={{ mt: 1, minHeight: 26 }}>
        {isResting && `Можно будет через ${counted(secondsLeft, SECONDS)}.`}
      </Typography>
    </Box>
  )
}
