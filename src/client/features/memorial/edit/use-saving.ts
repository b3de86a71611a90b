import type { FormikValues } from 'formik'
import { useCallback, useState } from 'react'
import { errorText, isConflict, isNotFound } from '@client/api/errors'
import type { FormFailure } from '@client/ui/form/Form'
import type { Beginning } from '@client/ui/form/DraftSaver'
import type { Conflict, FormPart } from './conflict'
import { saveFailure } from './save-failure'

/** Something that several people may change at once, and how a form changes it. */
export interface SharedThing<Thing, Values extends FormikValues> {
  /** As it is when the form is opened. */
  thing: Thing
  /** As a form holds it. */
  valuesOf: (thing: Thing) => Values
  parts: readonly FormPart<Values>[]
  /** Sends what the form says, to take the place of what was there `before`. */
  send: (values: Values, before: Thing) => Promise<{ error?: unknown }>
  /** As it is now; undefined where that is not known. */
  readAgain: () => Promise<Thing | undefined>
  /** What is said when it was not saved, and nothing more is known. */
  failedText: string
  /** Once somebody has deleted it: what is said, and what stands in its place if it can be made anew. */
  deleted: { text: string; leaves?: Thing }
  /** Why a part was not saved. */
  failureOf?: (error: unknown) => FormFailure | undefined
}

/** For an `EditForm`. */
export interface Saving<Values extends FormikValues> {
  initialValues: Values
  /** Resolves to the reason if a part was not saved. */
  save: (values: Values) => Promise<FormFailure | undefined>
  /** Once somebody else has changed what the form is changing. Saving again overwrites that. */
  conflict: Conflict<Values> | undefined
  /** What the form began from, for its draft. */
  beginning: Beginning
}

/** Saves what a form says, but not over what somebody else has written since it was read. */
export function useSaving<Thing extends object, Values extends FormikValues>(
  shared: SharedThing<Thing, Values>,
): Saving<Values> {
  const { thing, valuesOf, parts, send, readAgain, failedText, deleted } = shared
  const { failureOf = (error: unknown) => saveFailure(error, failedText) } = shared
  // What the form began from stays, also when the page is read anew while somebody types.
  const [base, setBase] = useState(thing)
  const restore = useCallback((fields: FormikValues) => setBase((latest) => ({ ...latest, ...fields })), [])
  const [mine, setMine] = useState<Thing>()
  const [remote, setRemote] = useState<{ thing: Thing; values: Values }>()

  async function save(values: Values): Promise<FormFailure | undefined> {
    const { error } = await send(values, remote?.thing ?? mine ?? base)
    if (isNotFound(error)) {
      setRemote(undefined)
      setMine(deleted.leaves)
      return saveFailure(error, deleted.text)
    }
    if (!isConflict(error)) return failureOf(error)
    const now = await readAgain()
    if (now) setRemote({ thing: now, values: valuesOf(now) })
    return saveFailure(error, now ? errorText(error, { fallback: failedText }) : failedText)
  }

  return {
    initialValues: valuesOf(thing),
    save,
    conflict: remote && { base: valuesOf(base), remote: remote.values, parts },
    beginning: { value: base, restore },
  }
}

/** Of a thing the fields that a part is about. */
export function fieldsOf<Thing extends object, Part extends object>(thing: Thing, part: Part) {
  const fields = Object.keys(part) as (keyof Thing & keyof Part)[]
  return Object.fromEntries(fields.map((field) => [field, thing[field]])) as Pick<Thing, keyof Thing & keyof Part>
}
