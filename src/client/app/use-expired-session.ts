import { useEffect, useRef } from 'react'
import { type Location, useLocation, useNavigate } from 'react-router-dom'
import { paths } from '@contract/paths'
import { sessionExpired } from '@client/session/session-slice'
import { useActionListener } from '@client/store/hooks'
import { useToast } from '@client/ui/toasts'
import { FORCED } from '@client/ui/unsaved-changes'

const SESSION_EXPIRED = 'Ваша сессия истекла. Пожалуйста, войдите снова.'

/** No redirect from here: an expired token must not take a person away from the link in a recovery letter. */
const SIGN_IN_SCREENS: string[] = [
  paths.login,
  paths.register,
  paths.verifyEmail,
  paths.forgotPassword,
  paths.resetPassword,
  paths.confirmEmail,
  paths.returnToAccount,
  paths.unsubscribe,
  paths.notMe,
  paths.factorRecovery,
  paths.accountDeleted,
]

/** When the session expires, notifies the visitor and redirects to /login: once, and never from a sign-in page. */
export function useExpiredSession(): void {
  const navigate = useNavigate()
  const toast = useToast()
  const location = useLocation()
  /** The current path, or the one of a pending redirect. */
  const destination = useRef<Pick<Location, 'pathname'>>(location)

  useEffect(() => {
    destination.current = location
  }, [location])

  useActionListener(sessionExpired.match, () => {
    const from = destination.current
    if (isSignInScreen(from.pathname)) return
    destination.current = { pathname: paths.login }
    toast.info(SESSION_EXPIRED)
    void navigate(paths.login, { state: { from, ...FORCED } })
  })
}

function isSignInScreen(pathname: string): boolean {
  return SIGN_IN_SCREENS.some((path) => pathname === path || pathname.startsWith(`${path}/`))
}
