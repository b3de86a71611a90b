import { createContext, type PropsWithChildren, type ReactNode, useContext, useId } from 'react'

/** The server's cache of HTML fragments. */
export interface KeptParts {
  /** Renders a fragment: itself, or a placeholder if its HTML is cached. */
  place(key: string, part: ReactNode): ReactNode
}

/** Only the server's renderer provides one: see app/kept-parts.ts. */
export const KeptPartsContext = createContext<KeptParts | undefined>(undefined)

export interface KeptPartProps {
  name: string
  /** All that the fragment shows, except for the settings of the site, as JSON. */
  shows?: unknown
}

/**
 * A fragment of a page that the server renders once for given content, and then reuses. It must not contain another
 * cached fragment, and nothing in it may depend on more than `shows`.
 *
 * Ids from `useId` depend on the position of an element, so a fragment is cached per position. The browser calls
 * `useId` as well, because its count must be the same.
 */
export function KeptPart({ name, shows, children }: PropsWithChildren<KeptPartProps>) {
  const parts = useContext(KeptPartsContext)
  const place = useId()
  return parts ? parts.place(`${name} ${place} ${JSON.stringify(shows)}`, children) : children
}
