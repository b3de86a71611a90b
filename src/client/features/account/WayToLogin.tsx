import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useEffect } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { screens } from '@contract/paths'
import { counted, SECONDS } from '@client/lib/plurals'
import { useCountdown } from './use-countdown'

/** Leads to /login after so many seconds, or at once for those who press. */
export function WayToLogin({ seconds }: { seconds: number }) {
  const { secondsLeft } = useCountdown(seconds)
  const navigate = useNavigate()

  useEffect(() => {
    if (secondsLeft === 0) void navigate(screens.login, { replace: true })
  }, [secondsLeft, navigate])

  return (
    <>
      <Typography role="timer" color="textSecondary" sx={{ mt: 3 }}>
        Страница входа откроется через {counted(secondsLeft, SECONDS)}.
      </Typography>
      <Button component={Link} to={screens.login} replace variant="contained" sx={{ mt: 3 }}>
        Войти
      </Button>
    </>
  )
}
