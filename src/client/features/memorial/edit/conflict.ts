import type { FormikValues } from 'formik'
import { useState } from 'react'
import type { ObjectSchema } from 'yup'

/** Fields of a form that a conflict resolves together. */
export interface FormPart<Values extends FormikValues> {
  label: string
  fields: readonly (keyof Values & string)[]
  /** The fields in words, from the values cleaned by the schema; the text of the first field if absent. */
  inWords?: (values: Values) => string
  /** A text of many words: the differing ones are marked. */
  isLong?: boolean
}

/** Another keeper has saved what a form edits since it was opened. All values are values of the form. */
export interface Conflict<Values extends FormikValues> {
  base: Values
  remote: Values
  parts: readonly FormPart<Values>[]
}

export type Choice = 'mine' | 'remote'

/**
 * Fields that both have changed. Nothing is chosen at first: pressing «Сохранить» twice must not overwrite the remote value.
 */
export interface Disputed<Values extends FormikValues> {
  part: FormPart<Values>
  choice: Choice | undefined
}

export interface OpenConflict<Values extends FormikValues> extends Conflict<Values> {
  disputed: (values: Values) => Disputed<Values>[]
  isAsRemote: (values: Values) => boolean
  /** The remote value in words; empty if it is empty. */
  remoteInWords: (part: FormPart<Values>) => string
  /** Takes the remote value of fields that are unchanged here. Returns the new values. */
  withUntouched: (values: Values) => Values
  /** Stores a choice. Returns the new values. */
  choose: (part: FormPart<Values>, choice: Choice, values: Values) => Values
}

/** The two values of a form part at the time of the choice. */
interface Decision<Values> {
  mine: Values
  remote: Values
}

/** The state of a conflict that is resolved part by part. A manual change after a choice counts as the own value. */
export function useConflict<Values extends FormikValues>(
  conflict: Conflict<Values> | undefined,
  schema: ObjectSchema<Values>,
): OpenConflict<Values> | undefined {
  const [decisions, setDecisions] = useState<Record<string, Decision<Values>>>({})
  if (!conflict) return undefined
  const { base, remote, parts } = conflict

  const clean = (values: Values) => schema.cast(values, { assert: false }) as Values
  const isSame = (fields: readonly string[], one: Values, other: Values) => {
    const [first, second] = [clean(one), clean(other)]
    return fields.every((field) => (first[field] ?? '') === (second[field] ?? ''))
  }
  const decisionOn = ({ label, fields }: FormPart<Values>) => {
    const decision = decisions[label]
    return decision && isSame(fields, decision.remote, remote) ? decision : undefined
  }
  const choiceOf = (part: FormPart<Values>, values: Values): Choice | undefined => {
    if (isSame(part.fields, values, remote)) return 'remote'
    return decisionOn(part) && 'mine'
  }

  const choose = (part: FormPart<Values>, choice: Choice, values: Values) => {
    const mine = choiceOf(part, values) === 'remote' ? (decisionOn(part)?.mine ?? values) : values
    setDecisions((before) => ({ ...before, [part.label]: { mine, remote } }))
    return { ...values, ...only(part.fields, choice === 'mine' ? mine : remote) }
  }
  const changedByThem = parts.filter(({ fields }) => !isSame(fields, remote, base))

  return {
    ...conflict,
    disputed: (values) =>
      changedByThem
        .filter((part) => decisionOn(part) ?? !isSame(part.fields, values, remote))
        .map((part) => ({ part, choice: choiceOf(part, values) })),
    isAsRemote: (values) => isSame(Object.keys(values), values, remote),
    remoteInWords: ({ fields: [field], inWords }) => {
      const cleaned = clean(remote)
      return inWords ? inWords(cleaned) : String(cleaned[field ?? ''] ?? '')
    },
    withUntouched: (values) =>
      changedByThem
        .filter(({ fields }) => isSame(fields, values, base))
        .reduce((taken, part) => choose(part, 'remote', taken), values),
    choose,
  }
}

/** The name of the form field that holds the choice for a part. */
export function choiceName({ fields }: Pick<FormPart<FormikValues>, 'fields'>): string {
  return `choice-${fields[0]}`
}

function only<Values extends FormikValues>(fields: readonly (keyof Values)[], values: Values): Partial<Values> {
  return Object.fromEntries(fields.map((field) => [field, values[field]])) as Partial<Values>
}
