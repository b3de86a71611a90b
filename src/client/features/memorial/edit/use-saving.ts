import type { FormikValues } from 'formik'
import { useCallback, useState } from 'react'
import type { ExpectedOfMemorial, Memorial } from '@contract/memorial'
import {
  errorStatus,
  errorText,
  fieldTexts,
  isConflict,
  isNetworkFailure,
  isNotFound,
  okOrNotFound,
  withReasonToWait,
} from '@client/api/errors'
import { useLazyGetMemorialQuery } from '@client/api/memorial-api'
import { type MemorialUpdate, useUpdateMemorialMutation } from '@client/api/memorial-change-api'
import type { ActionOutcome } from '@client/ui/ConfirmButton'
import type { FormFailure } from '@client/ui/form/Form'
import type { Beginning } from '@client/ui/form/DraftSaver'
import type { Conflict, FormPart } from './conflict'

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

const DELETED = 'Пока вы писали, эту страницу удалили.'

type Part = Pick<MemorialUpdate, keyof ExpectedOfMemorial>

/** Saves a section of a memorial. */
export function useSavingMemorial<Values extends Part>(
  memorial: Memorial,
  form: Pick<SharedThing<Memorial, Values>, 'valuesOf' | 'parts' | 'failedText'>,
): Saving<Values> {
  const [updateMemorial] = useUpdateMemorialMutation()
  const [readAgain] = useLazyGetMemorialQuery()
  const { id } = memorial

  return useSaving<Memorial, Values>({
    thing: memorial,
    send: (values, before) => updateMemorial({ id, ...values, expected: fieldsOf(before, values) }),
    readAgain: async () => (await readAgain(id)).data,
    deleted: { text: DELETED },
    ...form,
  })
}

const PAYLOAD_TOO_LARGE = 413
const UNSUPPORTED_MEDIA_TYPE = 415

/** Why a save failed: a text for the form, and the server's own texts at the fields it names. */
function saveFailure(error: unknown, message: string): FormFailure | undefined {
  if (!error) return undefined
  return { message: withReasonToWait(message, error), fields: fieldTexts(error), isUnanswered: isNetworkFailure(error) }
}

/** The same for a form with a photo: errors about the file appear at its field. */
export function photoSaveFailure(error: unknown, message: string, photoField: string): FormFailure | undefined {
  const isAboutFile = [PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE].includes(errorStatus(error) ?? 0)
  if (!isAboutFile) return saveFailure(error, message)
  return { message, fields: { [photoField]: errorText(error, { fallback: message }) } }
}

/** The outcome of a deletion for a `ConfirmButton`. A thing that another tab has already deleted counts as deleted. */
export function deletionOutcome(error: unknown, doneText?: string): ActionOutcome {
  return okOrNotFound(error) ? { isDone: true, message: doneText } : { isDone: false, message: DELETE_FAILED }
}

/** The texts for changes of a memorial that could not be saved. */
export const UPDATE_FAILED = 'Ошибка при обновлении данных.'
export const DATES_FAILED = 'Ошибка при обновлении даты.'
export const BIOGRAPHY_FAILED = 'Ошибка при обновлении биографии.'
export const STATUS_FAILED = 'Ошибка при смене статуса.'
export const SAVE_FAILED = 'Ошибка при сохранении информации.'
export const DELETE_FAILED = 'Ошибка при удалении.'
