import type { FormikValues } from 'formik'
import { useCallback, useState } from 'react'
import { errorText, isConflict, isNotFound } from '@client/api/errors'
import type { FormFailure } from '@client/ui/form/Form'
import type { Beginning } from '@client/ui/form/DraftSaver'
import type { Conflict, FormPart } from './conflict'
import { saveFailure } from './save-failure'

/** Something that several keepers may edit at the same time, and how a form saves it. */
export interface SharedThing<Thing, Values extends FormikValues> {
  /** Its state when the form opens. */
  thing: Thing
  /** Converts it to the values of the form. */
  valuesOf: (thing: Thing) => Values
  parts: readonly FormPart<Values>[]
  /** Sends the values of the form, to replace the state `before`. */
  send: (values: Values, before: Thing) => Promise<{ error?: unknown }>
  /** Fetches its current state; undefined if that fails. */
  readAgain: () => Promise<Thing | undefined>
  /** The text for a failure without a known reason. */
  failedText: string
  /** For a thing that was deleted since: the text, and the empty thing from which it can be created again. */
  deleted: { text: string; leaves?: Thing }
  /** Why a save failed. */
  failureOf?: (error: unknown) => FormFailure | undefined
}

export interface Saving<Values extends FormikValues> {
  initialValues: Values
  /** Resolves to the reason of a failure. */
  save: (values: Values) => Promise<FormFailure | undefined>
  /** Set after another keeper has changed the same thing. Saving again overwrites that. */
  conflict: Conflict<Values> | undefined
  /** The state from which the form started, for its draft. */
  beginning: Beginning
}

/** Saves a form, but does not overwrite what another keeper has saved since it was opened. */
export function useSaving<Thing extends object, Values extends FormikValues>(
  shared: SharedThing<Thing, Values>,
): Saving<Values> {
  const { thing, valuesOf, parts, send, readAgain, failedText, deleted } = shared
  const { failureOf = (error: unknown) => saveFailure(error, failedText) } = shared
  // The base does not change when the page is refetched while the keeper types.
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

/** The fields of a thing that a form part contains. */
export function fieldsOf<Thing extends object, Part extends object>(thing: Thing, part: Part) {
  const fields = Object.keys(part) as (keyof Thing & keyof Part)[]
  return Object.fromEntries(fields.map((field) => [field, thing[field]])) as Pick<Thing, keyof Thing & keyof Part>
}
