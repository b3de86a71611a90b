import { useCallback } from 'react'
import { type NavigateOptions, type To, useLocation, useNavigate } from 'react-router-dom'
import { useIsShown } from './shown-path'

/** Resolves to true once one is there; to false, without going anywhere, when the screen had been left before. */
export type NavigateUnlessLeft = (to: To, options?: NavigateOptions) => Promise<boolean>

/**
 * `navigate` for what comes late: an answer, or the end of a countdown. Whoever has gone to another page meanwhile, or is
 * on the way there, is left alone. Whoever has come back is led on like those who waited: what they see is done with, too.
 */
export function useNavigateUnlessLeft(): NavigateUnlessLeft {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const isShown = useIsShown()

  return useCallback(
    async (to, options) => {
      if (!isShown(pathname)) return false
      await navigate(to, options)
      return true
    },
    [navigate, pathname, isShown],
  )
}
