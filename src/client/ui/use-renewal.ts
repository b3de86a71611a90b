import { type SyntheticEvent, useRef } from 'react'
import { MEDIA_ADDRESS_STEP_SECONDS } from '@contract/limits'
import { MEDIA_BASE_PATH } from '@contract/paths'

const STEP_MS = MEDIA_ADDRESS_STEP_SECONDS * 1000

/** What a query of RTK Query gives, as far as it matters here. */
interface Query {
  data?: unknown
  isError: boolean
  refetch: () => unknown
}

/**
 * Addresses of a closed page's files live an hour. An `onErrorCapture` for what shows the files of a query: when one of
 * them does not load, the query is asked for once more. A file that is broken with fresh addresses too asks for nothing
 * until the server makes new ones.
 */
export function useRenewal({ data, isError, refetch }: Query): (event: SyntheticEvent) => void {
  const asked = useRef<{ about: unknown; at: number }>({ about: undefined, at: -Infinity })

  return ({ target }) => {
    if (!isStoredFile(target)) return
    const { about, at } = asked.current
    // An answer that is equal to the one before stays the same object, however old it is.
    const isFresh = about === data && Date.now() - at < STEP_MS
    // A failed attempt renewed nothing: the next file that breaks makes another.
    if (isFresh && !isError) return
    asked.current = { about: data, at: Date.now() }
    refetch()
  }
}

/** Squares of a map and photos that are only chosen so far have addresses of their own. */
function isStoredFile(target: EventTarget): boolean {
  const { src } = target as Partial<HTMLImageElement | HTMLMediaElement>
  return src !== undefined && new URL(src, window.location.href).pathname.startsWith(`${MEDIA_BASE_PATH}/`)
}
