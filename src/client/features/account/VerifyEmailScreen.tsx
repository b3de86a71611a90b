import { useLocation, useSearchParams } from 'react-router-dom'
import { useAccount } from '@client/store/use-account'
import { Page } from '@client/ui/Page'
import { ResendLetter } from './ResendLetter'
import { WayToLogin } from './WayToLogin'

/** What became of an e-mail's confirmation, or how to come by one. */
export function VerifyEmailScreen() {
  const [params] = useSearchParams()
  const { user } = useAccount()
  const email = emailFrom(useLocation().state) ?? user?.email

  switch (params.get('verified')) {
    case 'success':
      return (
        <Page title="E-mail подтверждён" lead="Спасибо. Теперь вы можете создавать мемориалы." width="sm">
          <WayToLogin />
        </Page>
      )
    case 'error':
      return (
        <Page
          title="Не удалось подтвердить e-mail"
          lead="Ссылка неверна или устарела: она действует 24 часа. Войдите, чтобы получить новое письмо."
          width="sm"
        >
          <WayToLogin />
        </Page>
      )
    default:
      return (
        <Page title="Подтвердите e-mail" lead={letterSent(email)} width="sm">
          <ResendLetter email={email} />
        </Page>
      )
  }
}

function letterSent(email: string | undefined): string {
  if (!email) return 'Откройте ссылку из письма, которое мы отправили при регистрации.'
  return `Мы отправили письмо на ${email}. Откройте ссылку из него, чтобы подтвердить адрес.`
}

/** `state.email`, as registration and the guards leave it. */
function emailFrom(state: unknown): string | undefined {
  const email = (state as { email?: unknown } | null)?.email
  return typeof email === 'string' ? email : undefined
}
