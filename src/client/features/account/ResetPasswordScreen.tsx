import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { screens } from '@contract/paths'
import { Page } from '@client/ui/Page'
import { useToast } from '@client/ui/toasts'
import { useNavigateUnlessLeft } from '@client/ui/use-navigate-unless-left'
import { NewPasswordForm } from './NewPasswordForm'
import { ResetTokenMissing } from './ResetTokenMissing'
import { WayToLogin } from './WayToLogin'

const REDIRECT_AFTER_SECONDS = 3
const CHANGED = 'Пароль изменён'
const ENTER_WITH_IT = 'Теперь войдите с новым паролем.'

/** Where the link of the recovery letter leads: a new password in place of the forgotten one. */
export function ResetPasswordScreen() {
  const { token } = useParams()
  const navigateUnlessLeft = useNavigateUnlessLeft()
  const toast = useToast()
  const [isDone, setDone] = useState(false)

  async function finish(): Promise<void> {
    setDone(true)
    // The token has served; neither the address nor the history keeps it.
    const isLed = await navigateUnlessLeft(screens.resetPassword, { replace: true })
    if (!isLed) toast.success(`${CHANGED}. ${ENTER_WITH_IT}`)
  }

  if (isDone) {
    return (
      <Page title={CHANGED} lead={ENTER_WITH_IT} width="sm">
        <WayToLogin seconds={REDIRECT_AFTER_SECONDS} />
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
