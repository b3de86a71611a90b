import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { screens } from '@contract/paths'
import { useAccount } from '@client/store/use-account'
import { useNavigateUnlessLeft } from '@client/ui/use-navigate-unless-left'
import { carryingEmail } from './carried-email'
import { returnAddress } from './return-address'

/**
 * Leads whoever is signed in on: back to where they came from, or to confirm their e-mail first. A token alone leads
 * nowhere: the guards would send its holder straight back, again and again, for as long as the profile can't be fetched.
 */
export function useWayIn(): void {
  const navigateUnlessLeft = useNavigateUnlessLeft()
  const state: unknown = useLocation().state
  const { user } = useAccount()

  useEffect(() => {
    if (!user) return
    if (user.is_verified) void navigateUnlessLeft(returnAddress(state), { replace: true })
    else void navigateUnlessLeft(screens.verifyEmail, { replace: true, state: carryingEmail(state, user.email) })
  }, [user, state, navigateUnlessLeft])
}
