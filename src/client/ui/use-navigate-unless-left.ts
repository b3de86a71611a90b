import { useCallback } from 'react'
import { type NavigateOptions, type To, useLocation, useNavigate } from 'react-router-dom'
import { useIsShown } from './shown-path'

/** Resolves to true after the navigation; to false, without navigating, if the visitor has left the page before. */
export type NavigateUnlessLeft = (to: To, options?: NavigateOptions) => Promise<boolean>

/**
 * `navigate` for use after a wait: for a response, or the end of a countdown. It does nothing if the visitor has left
 * the page, or is navigating away. It does navigate if they have come back to the page.
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
