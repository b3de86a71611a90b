import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { paths } from '@contract/paths'
import { useAccount } from '@client/store/use-account'
import { useNavigateUnlessLeft } from '@client/ui/navigation'
import { carryingEmail } from './carried-email'
import { returnAddress } from './return-address'

/**
 * Redirects a visitor who is signed in: back to the page they came from, or to the confirmation of their e-mail. A token
 * without a profile is not enough: while the profile can't be fetched, the guards would send the visitor straight back.
 */
export function useRedirectSignedIn(): void {
  const navigateUnlessLeft = useNavigateUnlessLeft()
  const state: unknown = useLocation().state
  const { user } = useAccount()

  useEffect(() => {
    if (!user) return
    if (user.is_verified) void navigateUnlessLeft(returnAddress(state), { replace: true })
    else void navigateUnlessLeft(paths.verifyEmail, { replace: true, state: carryingEmail(state, user.email) })
  }, [user, state, navigateUnlessLeft])
}
