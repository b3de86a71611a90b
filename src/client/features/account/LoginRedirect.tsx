import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '@contract/paths'
import { counted, SECONDS } from '@contract/plurals'
import { useNavigateUnlessLeft } from '@client/ui/navigation'
import { useCountdown } from './use-countdown'

/** Redirects to the login after a countdown, or at once by its button. */
export function LoginRedirect({ seconds }: { seconds: number }) {
  const { secondsLeft } = useCountdown(seconds)
  const navigateUnlessLeft = useNavigateUnlessLeft()

  useEffect(() => {
    if (secondsLeft === 0) void navigateUnlessLeft(paths.login, { replace: true })
  }, [secondsLeft, navigateUnlessLeft])

  return (
    <>
      <Typography role="timer" color="textSecondary" sx={{ mt: 3 }}>
        Страница входа откроется через {counted(secondsLeft, SECONDS)}.
      </Typography>
      <Button component={Link} to={paths.login} replace variant="contained" sx={{ mt: 3 }}>
        Войти
      </Button>
    </>
  )
}
