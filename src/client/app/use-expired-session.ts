import { addListener } from '@reduxjs/toolkit'
import { useEffect, useRef } from 'react'
import { type Location, useLocation, useNavigate } from 'react-router-dom'
import { screens } from '@contract/paths'
import { sessionExpired } from '@client/session/session-slice'
import { useAppDispatch } from '@client/store/hooks'
import { useToast } from '@client/ui/toasts'
import { FORCED } from '@client/ui/unsaved-changes'

export const SESSION_EXPIRED = 'Ваша сессия истекла. Пожалуйста, войдите снова.'

/** Whoever is here is already finding the way in. A dead token in the browser must not take a recovery link away. */
const WAYS_IN: string[] = [
  screens.login,
  screens.register,
  screens.verifyEmail,
  screens.forgotPassword,
  screens.resetPassword,
]

/** When the session ends by itself the visitor is told so and led to /login: once, and never from a way in. */
export function useExpiredSession(): void {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const toast = useToast()
  const location = useLocation()
  /** Where the visitor is, or is already being sent. */
  const destination = useRef<Pick<Location, 'pathname'>>(location)

  useEffect(() => {
    destination.current = location
  }, [location])

  useEffect(() => {
    const stopListening = dispatch(
      addListener({
        actionCreator: sessionExpired,
        effect: () => {
          const from = destination.current
          if (isWayIn(from.pathname)) return
          destination.current = { pathname: screens.login }
          toast.info(SESSION_EXPIRED)
          void navigate(screens.login, { state: { from, ...FORCED } })
        },
      }),
    )
    return () => {
      stopListening()
    }
  }, [dispatch, navigate, toast])
}

function isWayIn(pathname: string): boolean {
  return WAYS_IN.some((path) => pathname === path || pathname.startsWith(`${path}/`))
}
