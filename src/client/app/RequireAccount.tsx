import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { paths } from '@contract/paths'
import { useAppSelector } from '@client/store/hooks'
import { useAccount } from '@client/store/use-account'
import { lazyChunk } from '@client/ui/lazy-chunk'
import { BrokenPage } from './BrokenPage'
import { PageLoading } from './PageLoading'
import { selectIsLeavingAccount } from './sign-out-redirect'

const UnreachedScreen = lazyChunk(async () => (await import('./UnreachedScreen')).UnreachedScreen, {
  Loading: PageLoading,
  Missing: BrokenPage,
})

/** Guests go to /login, which brings them back (`state.from`); accounts with an unconfirmed e-mail go to /verify-email. */
export function RequireAccount() {
  const { status, user } = useAccount()
  const isLeaving = useAppSelector(selectIsLeavingAccount)
  const location = useLocation()

  if (status === 'unknown' || isLeaving) return <PageLoading />
  if (status === 'unreached') return <UnreachedScreen />
  if (status === 'guest') return <Navigate to={paths.login} replace state={{ from: location }} />
  if (!user.is_verified) {
    return <Navigate to={paths.verifyEmail} replace state={{ email: user.email, from: location }} />
  }

  return <Outlet />
}
