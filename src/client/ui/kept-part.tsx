import { createContext, type PropsWithChildren, type ReactNode, useContext, useId } from 'react'

/** Where the server remembers the HTML of parts. */
export interface KeptParts {
  /** What stands in the place of a part: itself, or nothing where its HTML is remembered. */
  place(key: string, part: ReactNode): ReactNode
}

/** Only the program that renders screens on the server provides one: see app/kept-parts.ts. */
export const KeptPartsContext = createContext<KeptParts | undefined>(undefined)

export interface KeptPartProps {
  name: string
  /** All that the part shows, but for the settings of the site, as JSON can tell it. */
  shows?: unknown
}

/**
 * A part of a screen that the server renders once for what it shows, and then puts in as it was. It must hold no other kept
 * part, and nothing in it may depend on more than `shows` tells.
 *
 * Names that `useId` makes depend on where an element stands, so a part is remembered for its place too. A browser asks for
 * the id as well: it has to count in the same way.
 */
export function KeptPart({ name, shows, children }: PropsWithChildren<KeptPartProps>) {
  const parts = useContext(KeptPartsContext)
  const place = useId()
  return parts ? parts.place(`${name} ${place} ${JSON.stringify(shows)}`, children) : children
}
