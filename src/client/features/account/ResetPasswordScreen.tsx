import { useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { screens } from '@contract/paths'
import { Page } from '@client/ui/Page'
import { NewPasswordForm } from './NewPasswordForm'
import { ResetTokenMissing } from './ResetTokenMissing'
import { WayToLogin } from './WayToLogin'

const REDIRECT_AFTER_SECONDS = 3

/** Where the link of the recovery letter leads: a new password in place of the forgotten one. */
export function ResetPasswordScreen() {
  const { token } = useParams()
  const navigate = useNavigate()
  const [isDone, setDone] = useState(false)

  function finish(): void {
    setDone(true)
    // The token has served; neither the address nor the history keeps it.
    void navigate(screens.resetPassword, { replace: true })
  }

  if (isDone) {
    return (
      <Page title="Пароль изменён" lead="Теперь войдите с новым паролем." width="sm">
        <WayToLogin seconds={REDIRECT_AFTER_SECONDS} />
      </Page>
    )
  }
  if (!token) return <ResetTokenMissing />

  return (
    <Page title="Новый пароль" lead="Придумайте новый пароль: он заменит прежний." width="sm">
      <NewPasswordForm token={token} onDone={finish} />
    </Page>
  )
}
