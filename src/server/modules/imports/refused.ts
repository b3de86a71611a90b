import type { ImportProblem } from '@contract/import'
import { ApiError } from '../../lib/api-error'

/** Per response: no one fixes more at a time. */
const PROBLEMS_MAX = 1000

export function problemsShown(problems: ImportProblem[]): ImportProblem[] {
  return problems.slice(0, PROBLEMS_MAX)
}

/** 422 with the problems of each row. */
export function refusedFor(problems: ImportProblem[]): ApiError {
  return new ApiError(422, problemsShown(problems))
}
