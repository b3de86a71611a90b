import { createContext, type PropsWithChildren, use, useCallback, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigation } from 'react-router-dom'

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

export function useIsShown(): IsShown {
  const isShown = use(IsShownContext)
  if (!isShown) throw new Error('useIsShown stands outside of a ShownPathProvider')
  return isShown
}
