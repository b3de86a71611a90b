import type { FormikValues } from 'formik'
import { useCallback, useState } from 'react'
import type { ErrorBody } from '@contract/errors'
import type { ExpectedOfMemorial, Memorial } from '@contract/memorial'
import { errorText, formFailure, isConflict, isNotFound, okOrNotFound } from '@client/api/errors'
import { useLazyGetMemorialQuery } from '@client/api/memorial-api'
import { type MemorialUpdate, useUpdateMemorialMutation } from '@client/api/memorial-change-api'
import type { ActionOutcome } from '@client/ui/ConfirmButton'
import type { FormFailure } from '@client/ui/form/Form'
import { useToast } from '@client/ui/toasts'
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
  /** Its state after `values` were saved, where they are not fields of it. */
  saved?: (thing: Thing, values: Values) => Thing
  /** The text for a failure without a known reason. */
  failedText: string
  /** For a thing that was deleted since: the text, and the empty thing from which it can be created again. */
  deleted: { text: string; leaves?: Thing }
  /** The field of the form's photo. */
  fileField?: string
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

/** Texts that a keeper wanted as they were typed. */
const leftAsTyped = new Set<unknown>()
const CHANGED_SINCE = 'Вернуть не получилось: текст с тех пор изменили.'
const PUT_BACK = 'Вернули, как было'

/** Saves a form, but does not overwrite what another keeper has saved since it was opened. */
export function useSaving<Thing extends object, Values extends FormikValues>(
  shared: SharedThing<Thing, Values>,
): Saving<Values> {
  const { thing, valuesOf, parts, send, readAgain, failedText, deleted } = shared
  const texts = { fallback: failedText, isFixed: true, fileField: shared.fileField }
  // The base does not change when the page is refetched while the keeper types.
  const [base, setBase] = useState(thing)
  const restore = useCallback((fields: FormikValues) => setBase((latest) => ({ ...latest, ...fields })), [])
  const [mine, setMine] = useState<Thing>()
  const [remote, setRemote] = useState<{ thing: Thing; values: Values }>()

  const saveAsInBook = useSaveAsInBook(failedText)
  const longTexts = parts.filter(({ isLong }) => isLong).flatMap(({ fields }) => fields)

  function save(typed: Values): Promise<FormFailure | undefined> {
    return saveAsInBook({
      typed,
      fields: longTexts,
      save: sendOrCompare,
      putBack: (values) => send(typed, shared.saved?.(base, values) ?? { ...base, ...values }),
    })
  }

  async function sendOrCompare(values: Values): Promise<FormFailure | undefined> {
    const { error } = await send(values, remote?.thing ?? mine ?? base)
    if (isNotFound(error)) {
      setRemote(undefined)
      setMine(deleted.leaves)
      return formFailure(error, { ...texts, fallback: deleted.text, fileField: undefined })
    }
    if (!isConflict(error)) return error ? formFailure(error, texts) : undefined
    const now = await readAgain()
    if (now) setRemote({ thing: now, values: valuesOf(now) })
    return formFailure(error, { ...texts, statuses: whoseChange(error), isFixed: !now })
  }

  return {
    initialValues: valuesOf(thing),
    save,
    conflict: remote && { base: valuesOf(base), remote: remote.values, parts },
    beginning: { value: base, restore },
  }
}

interface TextsToSave<Values> {
  typed: Values
  fields: readonly (keyof Values)[]
  /** Resolves to the reason of a failure. */
  save: (values: Values) => Promise<FormFailure | undefined>
  /** Saves what was typed in place of what stands as in a book now. */
  putBack: (saved: Values) => Promise<{ error?: unknown }>
}

/** Saves long texts with the signs of a book, and lets their writer take that back. */
export function useSaveAsInBook(failedText: string) {
  const toast = useToast()

  return async function saveAsInBook<Values extends object>(
    texts: TextsToSave<Values>,
  ): Promise<FormFailure | undefined> {
    const { typed, save } = texts
    const fields = texts.fields.filter((field) => !leftAsTyped.has(typed[field]))
    const book = fields.length > 0 ? await loadAsInBook() : undefined
    const values = book?.withTextsAsInBook(typed, fields) ?? typed

    async function putBack(): Promise<void> {
      for (const field of texts.fields) leftAsTyped.add(typed[field])
      const { error } = await texts.putBack(values)
      if (error) toast.error(isConflict(error) ? CHANGED_SINCE : errorText(error, { fallback: failedText }))
      else toast.success(PUT_BACK)
    }

    const failure = await save(values)
    if (book && !failure && values !== typed) {
      toast.success(book.SET_AS_IN_BOOK, { label: book.AS_IT_WAS, press: () => void putBack() })
    }
    return failure
  }
}

const WHEN = new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'long', hour: 'numeric', minute: '2-digit' })

/** The text about someone else's change, where the server knows whose it is. */
function whoseChange(error: unknown): Record<number, string> {
  const { changed_by: who, changed_at: at } = (error as { data?: Partial<ErrorBody> }).data ?? {}
  if (!who || !at) return {}
  return { 409: `Пока вы писали, это же изменили раньше вас: ${who}, ${WHEN.format(new Date(at))}.` }
}

/** Without it a text is saved as it was typed. */
function loadAsInBook() {
  return import('@client/lib/as-in-book').catch(() => undefined)
}

/** The fields of a thing that a form part contains. */
export function fieldsOf<Thing extends object, Part extends object>(thing: Thing, part: Part) {
  const fields = Object.keys(part) as (keyof Thing & keyof Part)[]
  return Object.fromEntries(fields.map((field) => [field, thing[field]])) as Pick<Thing, keyof Thing & keyof Part>
}

/** A memory or a story after its words, and what is said in its voice, were saved. */
export function withWords<Thing extends { voice: { text: string | null } | null }>(
  thing: Thing,
  { voice_text, ...words }: Partial<Thing> & { voice_text: string },
): Thing {
  return { ...thing, ...words, voice: thing.voice && { ...thing.voice, text: voice_text } }
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
