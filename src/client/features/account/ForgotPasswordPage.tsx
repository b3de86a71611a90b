import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useAccount } from '@client/store/use-account'
import { Loading } from '@client/ui/Loading'
import { Page } from '@client/ui/Page'
import { carriedEmail } from './carried-email'
import { RecoveryForm } from './RecoveryForm'
import { RecoveryLetterSent } from './RecoveryLetterSent'

/** Sends a letter that replaces a forgotten password. Open to signed-in users too: changing a password needs the old one. */
export function ForgotPasswordPage() {
  const { status, user } = useAccount()
  const state: unknown = useLocation().state
  const [sentTo, setSentTo] = useState<string>()

  if (sentTo) return <RecoveryLetterSent email={sentTo} onOnceMore={() => setSentTo(undefined)} />

  return (
    <Page
      title="Восстановление пароля"
      lead="Укажите адрес, с которым вы регистрировались. Мы пришлём на него ссылку, чтобы задать новый пароль."
      width="sm"
    >
      {status === 'unknown' ? (
        <Loading />
      ) : (
        <RecoveryForm email={carriedEmail(state) ?? user?.email ?? ''} onSent={setSentTo} />
      )}
    </Page>
  )
}
