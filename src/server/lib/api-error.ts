import {
  type CodedDetail,
  type ErrorBody,
  NOT_FOUND,
  UNAUTHORIZED,
  UNREADABLE_BODY,
  type ValidationIssue,
} from '@contract/errors'

const NO_ROOM =
  'На сервере закончилось место, и сохранить это сейчас не получилось. Мы знаем об этом. Попробуйте, пожалуйста, позже.'

/** An error response for the caller to read. Everything else that is thrown is a bug: answered 500 without details. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly detail: ErrorBody['detail'],
    readonly headers: Record<string, string> = {},
    /** Fields of the body next to `detail`. */
    readonly more: Partial<Pick<ErrorBody, 'changed_by' | 'changed_at' | 'request_id'>> = {},
  ) {
    super(typeof detail === 'string' ? detail : JSON.stringify(detail))
  }
}

/** 400 for a rule of the domain: `detail` is a code that the browser knows, or a Russian sentence. */
export function refused(detail: string | CodedDetail): ApiError {
  return new ApiError(400, detail)
}

export function unreadableBody(): ApiError {
  return new ApiError(400, UNREADABLE_BODY)
}

export function unauthorized(): ApiError {
  return new ApiError(401, UNAUTHORIZED, { 'www-authenticate': 'Bearer' })
}

export function forbidden(sentence: string, headers?: Record<string, string>): ApiError {
  return new ApiError(403, sentence, headers)
}

export function notFound(): ApiError {
  return new ApiError(404, NOT_FOUND)
}

export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}

/** 409: it is already so. */
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

/** 507: a disk or a store is full. The caller can do nothing about it; only the operator can. */
export function noRoom(): ApiError {
  return new ApiError(507, NO_ROOM)
}

/** About as long as a restart of the database takes. */
export const OUTAGE_RETRY_SECONDS = 5

/** 503: a temporary failure that is not the caller's fault. */
export function unavailable(sentence: string, retryAfterSeconds: number): ApiError {
  return new ApiError(503, sentence, { 'retry-after': String(retryAfterSeconds) })
}

const CHANGED_BY_OTHER = 'Пока вы меняли страницу, это же изменил ещё кто-то из тех, кто её хранит.'

/** 409 for a change that would overwrite someone else's. */
export function changedByOther(more: ApiError['more'] = {}): ApiError {
  return new ApiError(409, CHANGED_BY_OTHER, {}, more)
}
