import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { counted, SECONDS } from '@client/lib/plurals'
import { useFormikContext } from 'formik'

/** Rests for a minute after each letter: it may simply be slow. */
export function ResendButton({ secondsLeft }: { secondsLeft: number }) {
  const { isSubmitting } = useFormikContext()
  return (
    <Box>
      <Button type="submit" variant="outlined" disabled={secondsLeft > 0} aria-disabled={isSubmitting}>
        Отправить письмо ещё раз
      </Button>
      <Typography variant="body2" color="textSecondary" sx={{ mt: 1, minHeight: 26 }}>
        {secondsLeft > 0 && `Можно будет через ${counted(secondsLeft, SECONDS)}.`}
      </Typography>
    </Box>
  )
}
