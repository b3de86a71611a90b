import { Navigate, useLocation, useSearchParams } from 'react-router-dom'
import { useEffect } from 'react'
import { VERIFICATION_LINK_HOURS } from '@contract/retention'
import { counted, HOURS } from '@contract/plurals'
import { useAccount } from '@client/store/use-account'
import { Page } from '@client/ui/Page'
import { api } from '@client/api/api'
import { idTag } from '@client/api/tags'
import { useAppDispatch } from '@client/store/hooks'
import { CorrectEmail } from './CorrectEmail'
import { carriedEmail } from './carried-email'
import { ResendLetter } from './ResendLetter'
import { returnAddress } from './return-address'
import { LoginRedirect } from './LoginRedirect'

const REDIRECT_AFTER_SECONDS = 5

/** Says whether the e-mail was confirmed, or how to get the confirmation letter. */
export function VerifyEmailPage() {
  const [params] = useSearchParams()

  switch (params.get('verified')) {
    case 'success':
      return (
        <Page title="E-mail подтверждён" lead="Спасибо. Теперь вы можете создавать мемориалы." width="sm">
          <LoginRedirect seconds={REDIRECT_AFTER_SECONDS} />
        </Page>
      )
    case 'error':
      return (
        <Page
          title="Не удалось подтвердить e-mail"
          lead={`Ссылка неверна или устарела: она действует ${counted(VERIFICATION_LINK_HOURS, HOURS)}. Войдите, чтобы получить новое письмо.`}
          width="sm"
        >
          <LoginRedirect seconds={REDIRECT_AFTER_SECONDS} />
        </Page>
      )
    default:
      return <ConfirmationAwaited />
  }
}

/** Redirects a signed-in visitor as soon as the e-mail is confirmed, in this tab or elsewhere. */
function ConfirmationAwaited() {
  const { user } = useAccount()
  const state: unknown = useLocation().state
  const email = carriedEmail(state) ?? user?.email
  useRefetchOnReturn()

  if (user?.is_verified) return <Navigate to={returnAddress(state)} replace />
  return (
    <Page title="Подтвердите e-mail" lead={letterSent(email)} width="sm">
      <ResendLetter email={email} />
      {user && <CorrectEmail email={user.email} />}
    </Page>
  )
}

function letterSent(email: string | undefined): string {
  if (!email) return 'Откройте ссылку из письма, которое мы отправили при регистрации.'
  return `Мы отправили письмо на ${email}. Откройте ссылку из него, чтобы подтвердить адрес.`
}

/** Refetches the profile when the visitor returns to this tab: the letter opens in another tab or browser. */
function useRefetchOnReturn(): void {
  const dispatch = useAppDispatch()

  useEffect(() => {
    const askAgain = () => {
      if (!document.hidden) dispatch(api.util.invalidateTags([idTag('User', 'me')]))
    }
    document.addEventListener('visibilitychange', askAgain)
    return () => document.removeEventListener('visibilitychange', askAgain)
  }, [dispatch])
}
