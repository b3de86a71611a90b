import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { screens } from '@contract/paths'
import { useAppSelector } from '@client/store/hooks'
import { useAccount } from '@client/store/use-account'
import { lazyProgram } from '@client/ui/lazy-program'
import { BrokenScreen } from './BrokenScreen'
import { ScreenLoading } from './ScreenLoading'
import { selectIsLeavingAccount } from './sign-out-redirect'

const UnreachedScreen = lazyProgram(async () => (await import('./UnreachedScreen')).UnreachedScreen, {
  Loading: ScreenLoading,
  Missing: BrokenScreen,
})

/** Guests go to /login, which brings them back (`state.from`); whoever has not confirmed the e-mail, to /verify-email. */
export function RequireAccount() {
  const { status, user } = useAccount()
  const isLeaving = useAppSelector(selectIsLeavingAccount)
  const location = useLocation()

  if (status === 'unknown' || isLeaving) return <ScreenLoading />
  if (status === 'unreached') return <UnreachedScreen />
  if (status === 'guest') return <Navigate to={screens.login} replace state={{ from: location }} />
  if (!user.is_verified) {
    return <Navigate to={screens.verifyEmail} replace state={{ email: user.email, from: location }} />
  }

  return <Outlet />
}
