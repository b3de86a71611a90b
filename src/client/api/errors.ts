import type { SerializedError } from '@reduxjs/toolkit'
import type { FetchBaseQueryError } from '@reduxjs/toolkit/query/react'
import type { CodedDetail, ErrorBody, ValidationIssue } from '@contract/errors'
import type { FormFailure } from '@client/ui/form/Form'

const WAIT_STATUSES = [429, 503, 507]

/** The `error` of an RTK Query hook, or what `unwrap()` throws. */
export type ApiFailure = FetchBaseQueryError | SerializedError | undefined

interface ErrorTexts {
  /** Shown when nothing better is known. */
  fallback: string
  /** Texts for codes of the server: `{ LOGIN_BAD_CREDENTIALS: 'Неверный логин или пароль' }`. */
  codes?: Record<string, string>
  /** Texts for statuses: `{ 429: 'Слишком много запросов…' }`. They take precedence over everything else. */
  statuses?: Record<number, string>
}

/**
 * The text a person reads about a failure: a known code becomes its text, a Russian sentence of the server is used as it
 * is, anything else is the fallback. A code is never shown.
 */
export function errorText(error: unknown, { fallback, codes = {}, statuses = {} }: ErrorTexts): string {
  const byStatus = statuses[errorStatus(error) ?? 0]
  if (byStatus !== undefined) return byStatus
  const [code, sentence] = codeAndSentence(error)
  return (code && codes[code]) ?? (isRussian(sentence) ? sentence : fallback + forSupport(error))
}

/** What leads the support from a failure of the server to its cause in the log. */
function forSupport(error: unknown): string {
  const id = bodyOf(error)?.request_id
  return id === undefined ? '' : ` Если повторится, назовите поддержке номер ${id}.`
}

const TRY_AGAIN = 'Не получилось. Пожалуйста, попробуйте ещё раз.'
const NO_RESPONSE = 'Ответа не было: связи нет или она очень слабая. Когда связь наладится, попробуйте ещё раз.'

/** The text about a press that failed. Without a response it is about the connection. */
export function actionFailure(error: unknown, { fallback = TRY_AGAIN, ...texts }: Partial<ErrorTexts> = {}): string {
  return isNetworkFailure(error) ? NO_RESPONSE : errorText(error, { fallback, ...texts })
}

/**
 * A fixed text, followed by the server's reason to wait, if any: after too many requests, or while it is unavailable.
 * Otherwise people would retry at once.
 */
export function withReasonToWait(text: string, error: unknown): string {
  if (!WAIT_STATUSES.includes(errorStatus(error) ?? 0)) return text + forSupport(error)
  return [text, errorText(error, { fallback: '' })].join(' ').trim()
}

/** The HTTP status, or undefined without a response. A proxy's page instead of JSON has its status too. */
export function errorStatus(error: unknown): number | undefined {
  const { status, originalStatus } = (error ?? {}) as { status?: unknown; originalStatus?: number }
  return typeof status === 'number' ? status : originalStatus
}

/** `detail` of the response, in any of its three shapes. */
export function errorDetail(error: unknown): ErrorBody['detail'] | undefined {
  return bodyOf(error)?.detail
}

function bodyOf(error: unknown): Partial<ErrorBody> | undefined {
  const body = (error as { data?: unknown } | null | undefined)?.data
  return typeof body === 'object' && body !== null ? body : undefined
}

/** The failed rules of a 422 response; none for any other failure. */
export function validationIssues(error: unknown): ValidationIssue[] {
  const detail = errorDetail(error)
  return Array.isArray(detail) ? detail.filter((issue) => 'loc' in issue) : []
}

/** The messages of a 422 by field name; empty for any other failure. */
export function fieldTexts(error: unknown): Record<string, string> {
  return Object.fromEntries(validationIssues(error).map((issue) => [issueField(issue), issue.msg]))
}

/** The name of an issue's field: 'lastname' of ['body', 'lastname']. */
export function issueField({ loc }: ValidationIssue): string {
  return String(loc.at(-1) ?? '')
}

/** No response: no connection, or a timeout. */
export function isNetworkFailure(error: unknown): boolean {
  const status = (error as { status?: unknown } | null | undefined)?.status
  return status === 'FETCH_ERROR' || status === 'TIMEOUT_ERROR'
}

/** A failure that may be over by the next attempt: no response, or a status from 500 up. */
export function isTransient(error: unknown): boolean {
  return isNetworkFailure(error) || (errorStatus(error) ?? 0) >= 500
}

/** The memorial is private and asks for its PIN. */
export function isClosed(error: unknown): boolean {
  return [401, 403].includes(errorStatus(error) ?? 0)
}

/** `getMemorial` adds this to a failure where no PIN opens the page. */
export interface WithoutPin {
  isWithoutPin: true
}

export function isWithoutPin(error: unknown): boolean {
  return isClosed(error) && (error as Partial<WithoutPin>).isWithoutPin === true
}

/** The server has no space left: a retry would fail too. */
export function isFull(error: unknown): boolean {
  return errorStatus(error) === 507
}

export function isNotFound(error: unknown): boolean {
  return errorStatus(error) === 404
}

/** Whether a deletion succeeded: by this request, or earlier by another tab. */
export function okOrNotFound(error: unknown): boolean {
  return !error || isNotFound(error)
}

/** It is already so: by another tab, or by a click that arrived twice. */
export function isConflict(error: unknown): boolean {
  return errorStatus(error) === 409
}

function codeAndSentence(error: unknown): [code: string | undefined, sentence: string | undefined] {
  const detail = errorDetail(error)
  if (typeof detail === 'string') return [detail, detail]
  if (Array.isArray(detail)) return [undefined, detail[0]?.msg]
  const { code, reason }: Partial<CodedDetail> = detail ?? {}
  return [code, reason]
}

function isRussian(sentence: string | undefined): sentence is string {
  return sentence !== undefined && /\p{Script=Cyrillic}/u.test(sentence)
}

/** The texts of a form, and which of its fields an error may be about. */
export interface FormTexts extends ErrorTexts {
  /** The message is the fallback, followed by the server's reason to wait: what else it says stands at the fields. */
  isFixed?: boolean
  /** The message when a field is marked. */
  marked?: string
  /** The field of the password or PIN that confirms the form: a 400 is about it. */
  secretField?: string
  /** The field of the file: a 413 or 415 is about it. */
  fileField?: string
}

const WRONG_SECRET_STATUS = 400
const PAYLOAD_TOO_LARGE = 413
const UNSUPPORTED_MEDIA_TYPE = 415

/** What a form shows of a refusal: a text for the whole, and the server's own messages at its fields. */
export function formFailure(error: unknown, texts: FormTexts): FormFailure {
  const said = errorText(error, texts)
  const field = fieldByStatus(error, said, texts)
  const fields = field === undefined ? fieldTexts(error) : { [field]: said }
  const whole = texts.isFixed ? withReasonToWait(texts.fallback, error) : said
  const message = Object.keys(fields).length > 0 ? (texts.marked ?? whole) : whole
  return { message, fields, isUnanswered: isNetworkFailure(error) }
}

function fieldByStatus(error: unknown, said: string, { fallback, secretField, fileField }: FormTexts) {
  switch (errorStatus(error)) {
    case WRONG_SECRET_STATUS:
      return said === fallback ? undefined : secretField
    case PAYLOAD_TOO_LARGE:
    case UNSUPPORTED_MEDIA_TYPE:
      return fileField
    default:
      return undefined
  }
}
