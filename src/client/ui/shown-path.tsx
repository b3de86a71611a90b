import { createContext, type PropsWithChildren, type RefObject, use, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigation } from 'react-router-dom'

/** The path of the screen that is shown, undefined while another is on its way. Read late, by what may be gone itself. */
type ShownPath = RefObject<string | undefined>

const ShownPathContext = createContext<ShownPath | undefined>(undefined)

/** Stands around all screens. */
export function ShownPathProvider({ children }: PropsWithChildren) {
  const { pathname } = useLocation()
  const isOnTheWay = useNavigation().state !== 'idle'
  const shownPath = useRef<string>(undefined)

  useLayoutEffect(() => {
    shownPath.current = isOnTheWay ? undefined : pathname
  }, [pathname, isOnTheWay])

  return <ShownPathContext value={shownPath}>{children}</ShownPathContext>
}

export function useShownPath(): ShownPath {
  const shownPath = use(ShownPathContext)
  if (!shownPath) throw new Error('useShownPath stands outside of a ShownPathProvider')
  return shownPath
}
