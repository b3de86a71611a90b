import { useCallback } from 'react'
import { paths } from '@contract/paths'
import type { User } from '@contract/user'
import { useGetMyMemorialsPageQuery } from '@client/api/memorial-api'
import { useGetMeQuery } from '@client/api/user-api'
import type { Writer } from '@client/lib/draft'
import {
  selectAccountId,
  selectAccountToken,
  selectIsGuestAssumed,
  selectIsSessionRestored,
  signedOut,
} from '@client/session/session-slice'
import { useAppDispatch, useAppSelector } from './hooks'

export type Account =
  /** The storages are not read yet, or the server has not told yet whose token it is. */
  | { status: 'unknown'; user?: undefined }
  /** Whoever holds the token of an account is no guest, although the server could not tell whose it is. It is asked again by itself. */
  | { status: 'unreached'; user?: undefined }
  | { status: 'guest'; user?: undefined }
  | { status: 'account'; user: User }

const UNKNOWN: Account = { status: 'unknown' }
const UNREACHED: Account = { status: 'unreached' }
const GUEST: Account = { status: 'guest' }

/** Who the visitor is. */
export function useAccount(): Account {
  const isRestored = useAppSelector(selectIsSessionRestored)
  const isGuestAssumed = useAppSelector(selectIsGuestAssumed)
  const token = useAppSelector(selectAccountToken)
  // Unlike `isError`, the error stays through the next attempts: what is shown meanwhile is not taken away by each.
  const { data: user, error } = useGetMeQuery(undefined, { skip: !token })

  if (!isRestored) return isGuestAssumed ? GUEST : UNKNOWN
  if (!token) return GUEST
  if (user) return { status: 'account', user }
  return error ? UNREACHED : UNKNOWN
}

/** Under whose name this browser keeps what is written. */
export function useWriter(): Writer {
  const id = useAppSelector(selectAccountId)
  const token = useAppSelector(selectAccountToken)
  return id ?? (token === undefined ? 'guest' : 'account')
}

/** Signs out locally at once, and on the server when it responds; the shell navigates to the landing page. */
export function useSignOut(): () => void {
  const dispatch = useAppDispatch()
  return useCallback(() => void dispatch(signedOut()), [dispatch])
}

/** Only the counts are needed. */
const COUNT_ONLY = { limit: 1 }

/** How many more memorials the account may have; undefined until known. */
export function usePlacesLeft(): number | undefined {
  const { user } = useAccount()
  const { data: mine } = useGetMyMemorialsPageQuery(COUNT_ONLY, { skip: !user })
  // Memorials that an account keeps for others do not count.
  return user && mine ? user.max_memorials - mine.in_all.own : undefined
}

/** The target of 'Создать мемориал': a guest has to register first. */
export function useCreateMemorialUrl(): string {
  const { status } = useAccount()
  return status === 'guest' ? paths.register : paths.createMemorial
}
