import type { SerializedError } from '@reduxjs/toolkit'
import type { FetchBaseQueryError } from '@reduxjs/toolkit/query/react'
import type { CodedDetail, ErrorBody, ValidationIssue } from '@contract/errors'

const WAIT_STATUSES = [429, 503, 507]

/** What a hook of RTK Query gives as `error`, or what `unwrap()` throws. */
export type ApiFailure = FetchBaseQueryError | SerializedError | undefined

export interface ErrorTexts {
  /** Said when nothing better is known. */
  fallback: string
  /** What to say instead of a code of the server: `{ LOGIN_BAD_CREDENTIALS: 'Неверный логин или пароль' }`. */
  codes?: Record<string, string>
  /** What to say for a status: `{ 429: 'Слишком много запросов…' }`. Goes before everything else. */
  statuses?: Record<number, string>
}

/**
 * The text a person reads about a failure: a known code becomes its text, a Russian sentence of the server stands as it
 * is, anything else is the fallback. A code is never shown.
 */
export function errorText(error: unknown, { fallback, codes = {}, statuses = {} }: ErrorTexts): string {
  const byStatus = statuses[errorStatus(error) ?? 0]
  if (byStatus !== undefined) return byStatus
  const [code, sentence] = codeAndSentence(error)
  return (code && codes[code]) ?? (isRussian(sentence) ? sentence : fallback)
}

/**
 * A fixed text, and behind it why nothing is taken for now where the server says so: after too many requests, or while it
 * cannot serve. Else people would try again at once.
 */
export function withReasonToWait(text: string, error: unknown): string {
  if (!WAIT_STATUSES.includes(errorStatus(error) ?? 0)) return text
  return [text, errorText(error, { fallback: '' })].join(' ').trim()
}

/** The HTTP status, or undefined when no answer came. A proxy's page in place of JSON has its status too. */
export function errorStatus(error: unknown): number | undefined {
  const { status, originalStatus } = (error ?? {}) as { status?: unknown; originalStatus?: number }
  return typeof status === 'number' ? status : originalStatus
}

/** `detail` of the server's answer, in any of its three shapes. */
export function errorDetail(error: unknown): ErrorBody['detail'] | undefined {
  const body = (error as { data?: unknown } | null | undefined)?.data
  return typeof body === 'object' && body !== null ? (body as Partial<ErrorBody>).detail : undefined
}

/** The failed rules of a 422 answer; none for any other failure. */
export function validationIssues(error: unknown): ValidationIssue[] {
  const detail = errorDetail(error)
  return Array.isArray(detail) ? detail.filter((issue) => 'loc' in issue) : []
}

/** What a 422 says of each field, by the field's name; empty for any other failure. */
export function fieldTexts(error: unknown): Record<string, string> {
  return Object.fromEntries(validationIssues(error).map((issue) => [issueField(issue), issue.msg]))
}

/** The name of the field an issue is about: 'lastname' of ['body', 'lastname']. */
export function issueField({ loc }: ValidationIssue): string {
  return String(loc.at(-1) ?? '')
}

/** No answer came: no connection, or not in time. */
export function isNetworkFailure(error: unknown): boolean {
  const status = (error as { status?: unknown } | null | undefined)?.status
  return status === 'FETCH_ERROR' || status === 'TIMEOUT_ERROR'
}

/** A failure that may be over by the next attempt: no answer, or one from 500 up. */
export function isTransient(error: unknown): boolean {
  return isNetworkFailure(error) || (errorStatus(error) ?? 0) >= 500
}

/** The memorial is private and asks for its PIN. */
export function isClosed(error: unknown): boolean {
  return [401, 403].includes(errorStatus(error) ?? 0)
}

/** What `getMemorial` adds to that failure where no PIN opens the page. */
export interface WithoutPin {
  isWithoutPin: true
}

export function isWithoutPin(error: unknown): boolean {
  return isClosed(error) && (error as Partial<WithoutPin>).isWithoutPin === true
}

/** The server has no room: another attempt would fail too. */
export function isFull(error: unknown): boolean {
  return errorStatus(error) === 507
}

export function isNotFound(error: unknown): boolean {
  return errorStatus(error) === 404
}

/** Whether what was to be deleted is gone: by this request, or before it by another tab. */
export function okOrNotFound(error: unknown): boolean {
  return !error || isNotFound(error)
}

/** It is so already: by another tab, or by a press that arrived twice. */
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
