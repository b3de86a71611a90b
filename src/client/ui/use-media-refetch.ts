import { type SyntheticEvent, useRef } from 'react'
import { MEDIA_URL_STEP_SECONDS } from '@contract/limits'
import { MEDIA_BASE_PATH } from '@contract/paths'

const STEP_MS = MEDIA_URL_STEP_SECONDS * 1000

/** The fields of a query's result that are used here. */
interface Query {
  data?: unknown
  isError: boolean
  refetch: () => unknown
}

/**
 * The URLs of a closed page's files expire after an hour. Returns an `onErrorCapture` for the element that shows the
 * files of a query: when a file does not load, the query is refetched for fresh URLs. A file that does not load from a
 * fresh URL either causes no further refetch until the server signs new URLs.
 */
export function useMediaRefetch({ data, isError, refetch }: Query): (event: SyntheticEvent) => void {
  const asked = useRef<{ about: unknown; at: number }>({ about: undefined, at: -Infinity })

  return ({ target }) => {
    if (!isStoredFile(target)) return
    const { about, at } = asked.current
    // RTK Query reuses the old object when the new response is equal, so the time counts too.
    const isFresh = about === data && Date.now() - at < STEP_MS
    // A failed refetch gave no fresh URLs: the next broken file may refetch.
    if (isFresh && !isError) return
    asked.current = { about: data, at: Date.now() }
    refetch()
  }
}

/** Map tiles and previews of chosen photos are not stored files. */
function isStoredFile(target: EventTarget): boolean {
  const { src } = target as Partial<HTMLImageElement | HTMLMediaElement>
  return src !== undefined && new URL(src, window.location.href).pathname.startsWith(`${MEDIA_BASE_PATH}/`)
}
