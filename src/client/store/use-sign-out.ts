import { useCallback } from 'react'
import { signedOut } from '@client/session/session-slice'
import { useAppDispatch } from './hooks'

/** Forgets the account here at once and on the server as soon as it answers; the shell leads to the landing page. */
export function useSignOut(): () => void {
  const dispatch = useAppDispatch()
  return useCallback(() => void dispatch(signedOut()), [dispatch])
}
