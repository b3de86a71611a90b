import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { screens } from '@contract/paths'
import { selectAccountToken } from '@client/session/selectors'
import { useAppSelector } from '@client/store/hooks'
import { useAccount } from '@client/store/use-account'
import { returnAddress } from './return-address'

/** Leads whoever is signed in on: back to where they came from, or to confirm their e-mail first. */
export function useWayIn(): void {
  const navigate = useNavigate()
  const state: unknown = useLocation().state
  const { status, user } = useAccount()
  const hasToken = useAppSelector(selectAccountToken) !== undefined
  // The profile could not be fetched: the way on decides for itself.
  const isUntold = hasToken && status === 'guest'

  useEffect(() => {
    if (user && !user.is_verified) void navigate(screens.verifyEmail, { replace: true, state: { email: user.email } })
    else if (user || isUntold) void navigate(returnAddress(state), { replace: true })
  }, [user, isUntold, state, navigate])
}
