import { useCallback, useLayoutEffect, useRef } from 'react'
import { type NavigateOptions, type To, useNavigate, useNavigation } from 'react-router-dom'

/** Resolves to true once one is there; to false, without going anywhere, when the screen had been left before. */
export type NavigateUnlessLeft = (to: To, options?: NavigateOptions) => Promise<boolean>

/**
 * `navigate` for what comes late: an answer, or the end of a countdown. Whoever has gone to another page meanwhile, or is
 * on the way there, is left alone.
 */
export function useNavigateUnlessLeft(): NavigateUnlessLeft {
  const navigate = useNavigate()
  const isOnTheWay = useNavigation().state !== 'idle'
  const isHere = useRef(false)

  useLayoutEffect(() => {
    isHere.current = !isOnTheWay
    return () => {
      isHere.current = false
    }
  }, [isOnTheWay])

  return useCallback(
    async (to, options) => {
      if (!isHere.current) return false
      await navigate(to, options)
      return true
    },
    [navigate],
  )
}
