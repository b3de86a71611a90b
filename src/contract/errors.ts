/** The bodies of error responses, and the codes that the browser turns into Russian texts. */
export const UNAUTHORIZED = 'Unauthorized'
export const NOT_FOUND = 'Not Found'
export const METHOD_NOT_ALLOWED = 'Method Not Allowed'
export const INTERNAL_SERVER_ERROR = 'Internal Server Error'
export const UNREADABLE_BODY = 'There was an error parsing the body'

export const LOGIN_BAD_CREDENTIALS = 'LOGIN_BAD_CREDENTIALS'
export const REGISTER_USER_ALREADY_EXISTS = 'REGISTER_USER_ALREADY_EXISTS'
export const REGISTER_INVALID_PASSWORD = 'REGISTER_INVALID_PASSWORD'
export const USER_NOT_FOUND = 'USER_NOT_FOUND'
export const RESET_PASSWORD_BAD_TOKEN = 'RESET_PASSWORD_BAD_TOKEN'
export const RESET_PASSWORD_INVALID_PASSWORD = 'RESET_PASSWORD_INVALID_PASSWORD'
export const RESET_PASSWORD_TOO_MANY_REQUESTS = 'RESET_PASSWORD_TOO_MANY_REQUESTS'
export const CONFIRMATION_NEEDED = 'CONFIRMATION_NEEDED'
export const FACTOR_BAD_CODE = 'FACTOR_BAD_CODE'
export const FACTOR_BAD_TICKET = 'FACTOR_BAD_TICKET'
export const FACTOR_NEEDED = 'FACTOR_NEEDED'
export const ASKED_RECENTLY = 'ASKED_RECENTLY'

/** One failed rule of a 422 response; `loc` names the field: ["body", "lastname"]. */
export interface ValidationIssue {
  type: string
  loc: (string | number)[]
  msg: string
}

/** An error with a code, and a sentence for people. */
export interface CodedDetail {
  code: string
  reason: string
}

/** What is wrong with one row of a table of people. */
export interface RowProblem {
  row: number
  field: string
  msg: string
}

/** The body of every response from 400 up. */
export interface ErrorBody {
  detail: string | CodedDetail | ValidationIssue[] | RowProblem[]
  /** Where someone else has changed what was `expected`: who (see contract/history.ts), and the instant of it. */
  changed_by?: string
  changed_at?: string
  /** Of a 500: finds its lines in the log. People give it to the support. */
  request_id?: string
}
