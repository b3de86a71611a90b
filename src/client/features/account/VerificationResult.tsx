import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { Link, useNavigate } from 'react-router-dom'
import { screens } from '@contract/paths'
import { counted, SECONDS } from '@client/lib/plurals'
import { Page } from '@client/ui/Page'
import { useCountdown } from './use-countdown'

const REDIRECT_SECONDS = 5

const RESULTS = {
  success: {
    title: 'E-mail подтверждён',
    severity: 'success',
    text: 'Спасибо. Теперь вы можете войти и создать страницу памяти.',
  },
  error: {
    title: 'E-mail не подтверждён',
    severity: 'error',
    text: 'Ссылка устарела или неверна. Войдите, чтобы запросить новое письмо.',
  },
} as const

/** What came of the letter's link; goes on to /login by itself. */
export function VerificationResult({ result }: { result: keyof typeof RESULTS }) {
  const navigate = useNavigate()
  const secondsLeft = useCountdown(REDIRECT_SECONDS, () => void navigate(screens.login))
  const { title, severity, text } = RESULTS[result]

  return (
    <Page title={title} width="sm">
      <Alert severity={severity} variant="outlined" sx={{ mt: 3 }}>
        {text}
      </Alert>
      <Typography color="text.secondary" sx={{ mt: 3 }}>
        Страница входа откроется через {counted(secondsLeft, SECONDS)}.
      </Typography>
      <Button component={Link} to={screens.login} variant="contained" size="large" sx={{ mt: 2 }}>
        Войти
      </Button>
    </Page>
  )
}
