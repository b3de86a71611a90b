import { useCallback } from 'react'
import { signedOut } from '@client/session/session-slice'
import { useAppDispatch } from './hooks'

/** Signs out locally at once, and on the server when it responds; the shell navigates to the landing page. */
export function useSignOut(): () => void {
  const dispatch = useAppDispatch()
  return useCallback(() => void dispatch(signedOut()), [dispatch])
}
