import { useCallback, useLayoutEffect, useRef } from 'react'
import { type NavigateOptions, useSearchParams } from 'react-router-dom'

/**
 * The search parameters of the URL, and a function that changes them. It starts from the latest written value, even if
 * that is not rendered yet: React Router's own setter starts from the last rendering, so two quick changes would undo
 * the first.
 */
export function useLatestSearchParams() {
  const [params, setParams] = useSearchParams()
  const latest = useRef(params)

  useLayoutEffect(() => {
    latest.current = params
  }, [params])

  const change = useCallback(
    (next: (current: URLSearchParams) => URLSearchParams, options: NavigateOptions) => {
      latest.current = next(latest.current)
      setParams(latest.current, options)
    },
    [setParams],
  )

  return [params, change] as const
}
