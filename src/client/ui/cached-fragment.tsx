import { createContext, type PropsWithChildren, type ReactNode, useContext, useId } from 'react'

/** The server's cache of HTML fragments. */
export interface FragmentCache {
  /** Renders a fragment: itself, or a placeholder if its HTML is cached. */
  place(key: string, part: ReactNode): ReactNode
}

/** Only the server's renderer provides one: see ssr/render.tsx. */
export const FragmentCacheContext = createContext<FragmentCache | undefined>(undefined)

interface CachedFragmentProps {
  name: string
  /** All that the fragment shows, except for the settings of the site, as JSON. */
  deps?: unknown
}

/**
 * A fragment of a page that the server renders once for given content, and then reuses. It must not contain another
 * cached fragment, and nothing in it may depend on more than `shows`.
 *
 * Ids from `useId` depend on the position of an element, so a fragment is cached per position. The browser calls
 * `useId` as well, because its count must be the same.
 */
export function CachedFragment({ name, deps, children }: PropsWithChildren<CachedFragmentProps>) {
  const cache = useContext(FragmentCacheContext)
  const place = useId()
  return cache ? cache.place(`${name} ${place} ${JSON.stringify(deps)}`, children) : children
}
