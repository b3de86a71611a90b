import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { screens } from '@contract/paths'
import { selectIsLeaving } from '@client/session/selectors'
import { landedAfterSigningOut } from '@client/session/session-slice'
import { useAppDispatch, useAppSelector } from '@client/store/hooks'
import { FORCED } from '@client/ui/unsaved-changes'

/** Leads whoever has signed out to the landing page, away from screens of the account. */
export function useFarewell(): void {
  const isLeaving = useAppSelector(selectIsLeaving)
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const dispatch = useAppDispatch()

  useEffect(() => {
    if (!isLeaving) return
    if (pathname === screens.landing) dispatch(landedAfterSigningOut())
    else void navigate(screens.landing, { state: FORCED })
  }, [isLeaving, pathname, navigate, dispatch])
}
