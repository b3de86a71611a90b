import { createContext, type PropsWithChildren, use, useCallback, useLayoutEffect, useRef } from 'react'
import {
  type NavigateOptions,
  type To,
  useLocation,
  useNavigate,
  useNavigation,
  useSearchParams,
} from 'react-router-dom'
import type { MemorialCard } from '@contract/memorial'

/**
 * Whether the page at a path is shown and no navigation is pending. May be called after an await, from an unmounted
 * component.
 */
type IsShown = (pathname: string) => boolean

const IsShownContext = createContext<IsShown | undefined>(undefined)

/** Must wrap all pages. */
export function ShownPathProvider({ children }: PropsWithChildren) {
  const { pathname } = useLocation()
  const isOnTheWay = useNavigation().state !== 'idle'
  const shownPath = useRef<string>(undefined)

  useLayoutEffect(() => {
    shownPath.current = isOnTheWay ? undefined : pathname
  }, [pathname, isOnTheWay])

  const isShown = useCallback((path: string) => shownPath.current === path, [])
  return <IsShownContext value={isShown}>{children}</IsShownContext>
}

function useIsShown(): IsShown {
  const isShown = use(IsShownContext)
  if (!isShown) throw new Error('useIsShown stands outside of a ShownPathProvider')
  return isShown
}

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

/** The navigation state of a link to a memorial, so that its page shows name and photo at once. */
export interface MemorialLinkState {
  memorial: MemorialCard
}

/** The memorial in a navigation state, if it has this id. The state of a history entry may be anything. */
export function prefetchedMemorial(state: unknown, memorialId: number): MemorialCard | undefined {
  const memorial = (state as Partial<MemorialLinkState> | null)?.memorial
  return memorial?.id === memorialId && NAMES.every((name) => isTextOrNull(memorial[name])) ? memorial : undefined
}

/** The fields that are shown at once. */
const NAMES = ['lastname', 'name', 'surname', 'birth_date', 'death_date', 'photo_path'] as const

function isTextOrNull(value: unknown): boolean {
  return value === null || typeof value === 'string'
}
