import { useCallback, useLayoutEffect, useRef } from 'react'
import { type NavigateOptions, useSearchParams } from 'react-router-dom'

/**
 * The parameters of the address, and a function that changes them. It starts from what was written last, though that may not be
 * rendered yet: React Router's own gives those of the last rendering, and a change that follows another at once would undo it.
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
