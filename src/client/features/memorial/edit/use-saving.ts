import type { FormikValues } from 'formik'
import { useCallback, useState } from 'react'
import { errorText, isConflict, isNotFound } from '@client/api/errors'
import type { FormFailure } from '@client/ui/form/Form'
import type { Beginning } from '@client/ui/form/KeepDraft'
import { saveFailure } from './save-failure'

/** Something that several people may change at once, and how a form changes it. */
export interface SharedThing<Thing, Part> {
  /** As it is when the form is opened. */
  thing: Thing
  /** Sends what the form says, to take the place of what was there `before`. */
  send: (part: Part, before: Thing) => Promise<{ error?: unknown }>
  /** As it is now; undefined where that is not known. */
  readAgain: () => Promise<Thing | undefined>
  /** What is said when it was not saved, and nothing more is known. */
  failedText: string
  /** Once somebody has deleted it: what is said, and what stands in its place if it can be made anew. */
  deleted: { text: string; leaves?: Thing }
  /** Why a part was not saved. */
  failureOf?: (error: unknown) => FormFailure | undefined
}

export interface Saving<Thing, Part> {
  /** Resolves to the reason if a part was not saved. */
  save: (part: Part) => Promise<FormFailure | undefined>
  /** What is there now, once somebody else has changed what the form is changing. Saving again overwrites that. */
  theirs: Thing | undefined
  /** What the form began from, for its draft. */
  beginning: Beginning
}

/** Saves what a form says, but not over what somebody else has written since it was read. */
export function useSaving<Thing extends object, Part>(shared: SharedThing<Thing, Part>): Saving<Thing, Part> {
  const { thing, send, readAgain, failedText, deleted } = shared
  const { failureOf = (error: unknown) => saveFailure(error, failedText) } = shared
  // What the form began from stays, also when the page is read anew while somebody types.
  const [begun, setBegun] = useState(thing)
  const bringBack = useCallback((fields: FormikValues) => setBegun((latest) => ({ ...latest, ...fields })), [])
  const [theirs, setTheirs] = useState<Thing>()

  async function save(part: Part): Promise<FormFailure | undefined> {
    const { error } = await send(part, theirs ?? begun)
    if (isNotFound(error)) {
      setTheirs(deleted.leaves)
      return saveFailure(error, deleted.text)
    }
    if (!isConflict(error)) return failureOf(error)
    const now = await readAgain()
    if (now) setTheirs(now)
    return saveFailure(error, now ? errorText(error, { fallback: failedText }) : failedText)
  }

  return { save, theirs, beginning: { value: begun, bringBack } }
}

/** Of a thing the fields that a part is about. */
export function fieldsOf<Thing extends object, Part extends object>(thing: Thing, part: Part) {
  const fields = Object.keys(part) as (keyof Thing & keyof Part)[]
  return Object.fromEntries(fields.map((field) => [field, thing[field]])) as Pick<Thing, keyof Thing & keyof Part>
}
