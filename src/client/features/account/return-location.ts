import { useEffect } from 'react'
import { createPath, type To, useLocation } from 'react-router-dom'
import { paths } from '@contract/paths'
import { useAccount } from '@client/store/use-account'
import { useNavigateUnlessLeft } from '@client/ui/navigation'

/** Where a visitor came from when a guard redirected them to /login; the cabinet if they came directly. */
export function returnLocation(state: unknown): To {
  const from = (state as { from?: { pathname?: unknown; search?: string; hash?: string } } | null)?.from
  // The state of a history entry may be anything: only a path of this site is followed.
  if (typeof from?.pathname !== 'string' || !/^\/(?!\/)/.test(from.pathname)) return paths.profile
  return createPath({ pathname: from.pathname, search: from.search ?? '', hash: from.hash ?? '' })
}

/** The e-mail that another page left in the navigation state, as `state.email`. The state may be anything. */
export function carriedEmail(state: unknown): string | undefined {
  const email = (state as { email?: unknown } | null)?.email
  return typeof email === 'string' ? email : undefined
}

/** The navigation state for the next page, with this e-mail added. The page to return to stays in it. */
export function carryingEmail(state: unknown, email: string | undefined): object {
  return { ...(typeof state === 'object' ? state : {}), email }
}

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
    if (user.is_verified) void navigateUnlessLeft(returnLocation(state), { replace: true })
    else void navigateUnlessLeft(paths.verifyEmail, { replace: true, state: carryingEmail(state, user.email) })
  }, [user, state, navigateUnlessLeft])
}
