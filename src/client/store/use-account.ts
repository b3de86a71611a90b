import type { User } from '@contract/user'
import { useGetMeQuery } from '@client/api/user-api'
import { selectAccountToken, selectIsGuestAssumed, selectIsSessionRestored } from '@client/session/selectors'
import { useAppSelector } from './hooks'

export type Account =
  /** The storages are not read yet, or the server has not told yet whose token it is. */
  { status: 'unknown'; user?: undefined } | { status: 'guest'; user?: undefined } | { status: 'account'; user: User }

const UNKNOWN: Account = { status: 'unknown' }
const GUEST: Account = { status: 'guest' }

/** Who the visitor is. While the profile cannot be fetched a token holder is a guest, until it can. */
export function useAccount(): Account {
  const isRestored = useAppSelector(selectIsSessionRestored)
  const isGuestAssumed = useAppSelector(selectIsGuestAssumed)
  const token = useAppSelector(selectAccountToken)
  // Unlike `isError`, the error stays through the next attempts: a screen that a guest sees is not taken away by each.
  const { data: user, error } = useGetMeQuery(undefined, { skip: !token })

  if (!isRestored) return isGuestAssumed ? GUEST : UNKNOWN
  if (!token) return GUEST
  if (user) return { status: 'account', user }
  return error ? GUEST : UNKNOWN
}
