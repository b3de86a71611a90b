import { addListener } from '@reduxjs/toolkit'
import { useEffect, useRef } from 'react'
import { type Location, useLocation, useNavigate } from 'react-router-dom'
import { screens } from '@contract/paths'
import { sessionExpired } from '@client/session/session-slice'
import { useAppDispatch } from '@client/store/hooks'
import { useToast } from '@client/ui/toasts'

export const SESSION_EXPIRED = 'Ваша сессия истекла. Пожалуйста, войдите снова.'

/** When the session ends by itself the visitor is told so and led to /login: once, and never from /login itself. */
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
          if (from.pathname === screens.login) return
          destination.current = { pathname: screens.login }
          toast.info(SESSION_EXPIRED)
          void navigate(screens.login, { state: { from } })
        },
      }),
    )
    return () => {
      stopListening()
    }
  }, [dispatch, navigate, toast])
}
