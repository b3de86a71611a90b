import { useCallback } from 'react'
import { useNavigate } from 'react-router-dom'
import { screens } from '@contract/paths'
import { signedOut } from '@client/session/session-slice'
import { useAppDispatch } from './hooks'

/** Leaves the screens of an account first, then forgets it here and on the server. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate()
  const dispatch = useAppDispatch()

  return useCallback(async () => {
    await navigate(screens.landing)
    dispatch(signedOut())
  }, [navigate, dispatch])
}
