import {
  type CodedDetail,
  type ErrorBody,
  NOT_FOUND,
  UNAUTHORIZED,
  UNREADABLE_BODY,
  type ValidationIssue,
} from '@contract/errors'

/** A refusal that the caller should read. Anything else thrown is a bug and is answered 500 with nothing. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly detail: ErrorBody['detail'],
    readonly headers: Record<string, string> = {},
  ) {
    super(typeof detail === 'string' ? detail : JSON.stringify(detail))
  }
}

/** Refused for a reason of the domain: a code that the browser knows, or a Russian sentence. */
export function refused(detail: string | CodedDetail): ApiError {
  return new ApiError(400, detail)
}

export function unreadableBody(): ApiError {
  return new ApiError(400, UNREADABLE_BODY)
}

export function unauthorized(): ApiError {
  return new ApiError(401, UNAUTHORIZED, { 'www-authenticate': 'Bearer' })
}

export function forbidden(sentence: string): ApiError {
  return new ApiError(403, sentence)
}

export function notFound(): ApiError {
  return new ApiError(404, NOT_FOUND)
}

export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}

/** Already so. */
export function conflict(sentence: string): ApiError {
  return new ApiError(409, sentence)
}

export function tooLarge(sentence: string): ApiError {
  return new ApiError(413, sentence)
}

export function bodyTooLarge(): ApiError {
  return tooLarge('Запрос слишком большой.')
}

export function unsupportedMedia(sentence: string): ApiError {
  return new ApiError(415, sentence)
}

export function invalid(issues: ValidationIssue[]): ApiError {
  return new ApiError(422, issues)
}

/** One failed rule of one field of the body. */
export function invalidField(field: string, message: string): ApiError {
  return invalid([{ type: 'value_error', loc: ['body', field], msg: message }])
}

export function tooMany(sentence: string, retryAfterSeconds: number): ApiError {
  return new ApiError(429, sentence, { 'retry-after': String(Math.max(1, Math.ceil(retryAfterSeconds))) })
}

/** Not now, but soon again: not the caller's fault. */
export function unavailable(sentence: string, retryAfterSeconds: number): ApiError {
  return new ApiError(503, sentence, { 'retry-after': String(retryAfterSeconds) })
}
