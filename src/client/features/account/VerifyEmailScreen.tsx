import { Navigate, useLocation, useSearchParams } from 'react-router-dom'
import { VERIFICATION_LINK_HOURS } from '@contract/retention'
import { counted, HOURS } from '@client/lib/plurals'
import { useAccount } from '@client/store/use-account'
import { Page } from '@client/ui/Page'
import { carriedEmail } from './carried-email'
import { ResendLetter } from './ResendLetter'
import { returnAddress } from './return-address'
import { useConfirmationElsewhere } from './use-confirmation-elsewhere'
import { WayToLogin } from './WayToLogin'

const REDIRECT_AFTER_SECONDS = 5

/** What became of an e-mail's confirmation, or how to come by one. */
export function VerifyEmailScreen() {
  const [params] = useSearchParams()

  switch (params.get('verified')) {
    case 'success':
      return (
        <Page title="E-mail подтверждён" lead="Спасибо. Теперь вы можете создавать мемориалы." width="sm">
          <WayToLogin seconds={REDIRECT_AFTER_SECONDS} />
        </Page>
      )
    case 'error':
      return (
        <Page
          title="Не удалось подтвердить e-mail"
          lead={`Ссылка неверна или устарела: она действует ${counted(VERIFICATION_LINK_HOURS, HOURS)}. Войдите, чтобы получить новое письмо.`}
          width="sm"
        >
          <WayToLogin seconds={REDIRECT_AFTER_SECONDS} />
        </Page>
      )
    default:
      return <ConfirmationAwaited />
  }
}

/** Whoever is signed in goes on as soon as the e-mail is confirmed, wherever that happens. */
function ConfirmationAwaited() {
  const { user } = useAccount()
  const state: unknown = useLocation().state
  const email = carriedEmail(state) ?? user?.email
  useConfirmationElsewhere()

  if (user?.is_verified) return <Navigate to={returnAddress(state)} replace />
  return (
    <Page title="Подтвердите e-mail" lead={letterSent(email)} width="sm">
      <ResendLetter email={email} />
    </Page>
  )
}

function letterSent(email: string | undefined): string {
  if (!email) return 'Откройте ссылку из письма, которое мы отправили при регистрации.'
  return `Мы отправили письмо на ${email}. Откройте ссылку из него, чтобы подтвердить адрес.`
}
