import { useState } from 'react'
import { useParams } from 'react-router-dom'
import Alert from '@mui/material/Alert'
import { paths } from '@contract/paths'
import { Page } from '@client/ui/Page'
import { useToast } from '@client/ui/toasts'
import { useNavigateUnlessLeft } from '@client/ui/use-navigate-unless-left'
import { NewPasswordForm } from './NewPasswordForm'
import { LoginRedirect } from './LoginRedirect'
import { NewLetterLink } from './account-links'

const REDIRECT_AFTER_SECONDS = 3
const CHANGED = 'Пароль изменён'
const ENTER_WITH_IT = 'Теперь войдите с новым паролем.'

/** Opened by the link in the recovery letter: asks for a new password. */
export function ResetPasswordPage() {
  const { token } = useParams()
  const navigateUnlessLeft = useNavigateUnlessLeft()
  const toast = useToast()
  const [isDone, setDone] = useState(false)

  async function finish(): Promise<void> {
    setDone(true)
    // The token is used up: it must not stay in the URL or the history.
    const isLed = await navigateUnlessLeft(paths.resetPassword, { replace: true })
    if (!isLed) toast.success(`${CHANGED}. ${ENTER_WITH_IT}`)
  }

  if (isDone) {
    return (
      <Page title={CHANGED} lead={ENTER_WITH_IT} width="sm">
        <LoginRedirect seconds={REDIRECT_AFTER_SECONDS} />
      </Page>
    )
  }
  if (!token) return <ResetTokenMissing />

  return (
    <Page title="Новый пароль" lead="Придумайте новый пароль: он заменит прежний." width="sm">
      <NewPasswordForm token={token} onDone={() => void finish()} />
    </Page>
  )
}

const TOKEN_MISSING =
  'Отсутствует токен для сброса пароля. Откройте ссылку из письма целиком или запросите новое письмо.'

/** Shown if the link was opened without the token at its end. */
function ResetTokenMissing() {
  return (
    <Page title="Новый пароль" width="sm">
      <Alert severity="error" variant="outlined" sx={{ mt: 4, mb: 3 }}>
        {TOKEN_MISSING}
      </Alert>
      <NewLetterLink />
    </Page>
  )
}
