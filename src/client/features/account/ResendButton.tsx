import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { counted, SECONDS } from '@contract/plurals'
import { ARIA_DISABLED_LOOK } from '@client/ui/aria-disabled-look'
import { useFormikContext } from 'formik'

/**
 * Disabled for a minute after each letter, since letters may be slow. Disabled by `aria-disabled` only, so that it stays
 * focused; the form blocks submits for that time.
 */
export function ResendButton({ secondsLeft }: { secondsLeft: number }) {
  const { isSubmitting } = useFormikContext()
  const isPaused = secondsLeft > 0
  return (
    <Box>
      <Button
        type="submit"
        variant="outlined"
        aria-disabled={isPaused || isSubmitting}
        sx={isPaused ? ARIA_DISABLED_LOOK : undefined}
      >
        Отправить письмо ещё раз
      </Button>
      <Typography variant="body2" color="textSecondary" sx={{ mt: 1, minHeight: 26 }}>
        {isPaused && `Можно будет через ${counted(secondsLeft, SECONDS)}.`}
      </Typography>
    </Box>
  )
}
