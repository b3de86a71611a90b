import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '@contract/paths'
import { countedOnOneLine, SECONDS } from '@contract/plurals'
import { useNavigateUnlessLeft } from '@client/ui/navigation'

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
        Страница входа откроется через {countedOnOneLine(secondsLeft, SECONDS)}.
      </Typography>
      <Button component={Link} to={paths.login} replace variant="contained" sx={{ mt: 3 }}>
        Войти
      </Button>
    </>
  )
}

/** Counts seconds down from `startFrom` to zero, where it stops. `restart` starts again. */
export function useCountdown(startFrom: number) {
  const [secondsLeft, setSecondsLeft] = useState(startFrom)
  const isRunning = secondsLeft > 0

  useEffect(() => {
    if (!isRunning) return
    const clock = setInterval(() => setSecondsLeft((seconds) => Math.max(0, seconds - 1)), 1000)
    return () => clearInterval(clock)
  }, [isRunning])

  return { secondsLeft, restart: setSecondsLeft }
}
