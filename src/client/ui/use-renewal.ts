import { type SyntheticEvent, useRef } from 'react'
import { MEDIA_BASE_PATH } from '@contract/paths'

/** What a query of RTK Query gives, as far as it matters here. */
interface Query {
  data?: unknown
  isError: boolean
  refetch: () => unknown
}

/**
 * Addresses of a closed page's files live an hour. An `onErrorCapture` for what shows the files of a query: when one of
 * them does not load, the query is asked for once more. A file that is broken with fresh addresses too asks for nothing.
 */
export function useRenewal({ data, isError, refetch }: Query): (event: SyntheticEvent) => void {
  const renewed = useRef<unknown>(undefined)

  return ({ target }) => {
    // A failed attempt renewed nothing: the next file that breaks makes another.
    if (!isStoredFile(target) || (renewed.current === data && !isError)) return
    renewed.current = data
    refetch()
  }
}

/** Squares of a map and photos that are only chosen so far have addresses of their own. */
function isStoredFile(target: EventTarget): boolean {
  const { src } = target as Partial<HTMLImageElement | HTMLMediaElement>
  return src !== undefined && new URL(src, window.location.href).pathname.startsWith(`${MEDIA_BASE_PATH}/`)
}
