import { type AnyObject, type InferType, type ObjectSchema, ValidationError } from 'yup'
import type { ImportProblem } from '@contract/import'
import { ApiError } from '../../../lib/api-error'

/** Validates what a file says against a schema. Reports every error to `report`, and then returns undefined. */
export function checked<Schema extends ObjectSchema<AnyObject>>(
  schema: Schema,
  said: object,
  report: (path: string, msg: string) => void,
): InferType<Schema> | undefined {
  try {
    return schema.validateSync(said, { abortEarly: false, stripUnknown: true })
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    for (const { path = '', message } of error.inner.length > 0 ? error.inner : [error]) report(path, message)
    return undefined
  }
}

/** Per response: no one fixes more at a time. */
const PROBLEMS_MAX = 1000

export function problemsShown(problems: ImportProblem[]): ImportProblem[] {
  return problems.slice(0, PROBLEMS_MAX)
}

/** 422 with the problems of each row. */
export function refusedFor(problems: ImportProblem[]): ApiError {
  return new ApiError(422, problemsShown(problems))
}
