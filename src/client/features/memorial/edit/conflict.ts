import type { FormikValues } from 'formik'
import { useState } from 'react'
import type { ObjectSchema } from 'yup'

/** Fields of a form that are kept or given up together. */
export interface FormPart<Values extends FormikValues> {
  label: string
  fields: readonly (keyof Values & string)[]
  /** How it reads, from what the schema makes of the values; the text of its first field when absent. */
  inWords?: (values: Values) => string
  /** A text of many words: those that differ are marked. */
  isLong?: boolean
}

/** Somebody else has saved what a form is about while it was being filled in. All values are those of the form. */
export interface Conflict<Values extends FormikValues> {
  base: Values
  remote: Values
  parts: readonly FormPart<Values>[]
}

export type Choice = 'mine' | 'remote'

/** A part that both have changed. Nothing is chosen at first: pressing «Сохранить» twice must not replace theirs. */
export interface Disputed<Values extends FormikValues> {
  part: FormPart<Values>
  choice: Choice | undefined
}

export interface OpenConflict<Values extends FormikValues> extends Conflict<Values> {
  disputed: (values: Values) => Disputed<Values>[]
  isAsRemote: (values: Values) => boolean
  /** How a part of theirs reads; empty where they have left it empty. */
  remoteInWords: (part: FormPart<Values>) => string
  /** Chooses theirs of the parts that stand as the form began. Returns the values after that. */
  withUntouched: (values: Values) => Values
  /** Remembers a choice. Returns the values after it. */
  choose: (part: FormPart<Values>, choice: Choice, values: Values) => Values
}

/** What was chosen of a part, and between what. */
interface Decision<Values> {
  mine: Values
  remote: Values
}

/** A conflict while it is decided, part by part. What is changed by hand after a choice counts as one's own. */
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

/** Of the choice that belongs to a part, in the form. */
export function choiceName({ fields }: Pick<FormPart<FormikValues>, 'fields'>): string {
  return `choice-${fields[0]}`
}

function only<Values extends FormikValues>(fields: readonly (keyof Values)[], values: Values): Partial<Values> {
  return Object.fromEntries(fields.map((field) => [field, values[field]])) as Partial<Values>
}
