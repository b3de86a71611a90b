import { addListener, isAnyOf } from '@reduxjs/toolkit'
import {
  type BaseQueryApi,
  type BaseQueryFn,
  type FetchArgs,
  fetchBaseQuery,
  type FetchBaseQueryError,
  type FetchBaseQueryMeta,
  type QueryReturnValue,
  retry,
  type RetryOptions,
} from '@reduxjs/toolkit/query/react'
import type { Confirmation } from '@contract/auth'
import { CONFIRMATION_NEEDED } from '@contract/errors'
import { NORMAL_TIMEOUT_MS } from '@contract/limits'
import { API_BASE_PATH } from '@contract/paths'
import { recordResponseSource, SAVED_AT_HEADER } from '@client/lib/connection'
import {
  type FormResponse,
  NoResponse,
  type OutgoingFile,
  type OutgoingForm,
  Refused,
  sendForm,
  sendInParts,
} from '@client/lib/resumable-upload'
import {
  accountEnded,
  confirmationAsked,
  confirmationClosed,
  memorialTokenDropped,
  selectAccountToken,
  selectMemorialToken,
  selectTokenFor,
  sessionExpired,
  type StateWithSession,
  type TokenChoice,
} from '@client/session/session-slice'
import { errorDetail, errorStatus } from './errors'

/** An API request: what fetch needs, and whose token to send. `url` is relative to /api/v1/, or begins with a slash. */
export interface ApiRequest extends Omit<FetchArgs, 'headers'>, TokenChoice {
  /** In addition to the token's header. */
  headers?: Record<string, string>
  /** Replaces the token that the session would choose. */
  token?: string
  /** A 401 to this request says nothing about the account: reading a closed memorial, checking a PIN, signing in or out. */
  ignoreUnauthorized?: boolean
  /** Called with the number of sent bytes of the form in `body`. Such a request uses XMLHttpRequest. */
  onProgress?: (sentBytes: number) => void
  /** Uploaded in parts instead of a body, with metadata for the server. `onInterrupted`: the connection broke. */
  inParts?: Pick<OutgoingFile, 'file' | 'metadata' | 'onInterrupted' | 'partBytes'>
}

type ApiBaseQuery = BaseQueryFn<ApiRequest, unknown, FetchBaseQueryError, RetryOptions, FetchBaseQueryMeta>

type Sent = QueryReturnValue<unknown, FetchBaseQueryError, FetchBaseQueryMeta>

/** Given to endpoints with several requests to send each of them. */
export type Send = (request: ApiRequest) => Sent | PromiseLike<Sent>

type AddressedRequest = Omit<FetchArgs, 'headers'> & { headers: Record<string, string> }

const UNAUTHORIZED_STATUS = 401

/** Serves a guest's GET of a path with query, without a connection. */
export type AskServer = (url: string) => Promise<{ status: number; text: string }>

/** The extra argument of the store's thunks. */
export interface RequestExtra {
  /** Replaces the global `fetch`. */
  fetchFn?: typeof fetch
  /** Replaces all requests in server-side rendering. */
  ask?: AskServer
}

const FETCH_OPTIONS = { paramsSerializer: serializeParams, timeout: NORMAL_TIMEOUT_MS }
const sendFromBrowser = fetchBaseQuery(FETCH_OPTIONS)

const send: typeof sendFromBrowser = async (args, queryApi, extraOptions) => {
  const { fetchFn, ask } = (queryApi.extra ?? {}) as RequestExtra
  if (ask) return askFor(args as FetchArgs, ask)
  const sendIt = fetchFn ? fetchBaseQuery({ ...FETCH_OPTIONS, fetchFn }) : sendFromBrowser
  const result = await sendIt(args, queryApi, extraOptions)
  const response = result.meta?.response
  if (response) recordResponseSource(!response.headers.has(SAVED_AT_HEADER))
  return result
}

/** Produces the result of `fetchBaseQuery`, which would need several requests and copies of the response for it. */
async function askFor({ url, params, validateStatus }: FetchArgs, ask: AskServer): Promise<Sent> {
  const query = serializeParams((params ?? {}) as Parameters<typeof serializeParams>[0])
  const { status, text } = await ask(query ? `${url}?${query}` : url)
  const data: unknown = JSON.parse(text)
  // For endpoints that read the status; the body is in `data` already.
  const response = new Response(null, { status })
  const meta = { response } as FetchBaseQueryMeta
  const isGood = validateStatus?.(response, data) ?? response.ok
  return isGood ? { data, meta } : { error: { status, data }, meta }
}

const sendWithToken: ApiBaseQuery = async (request, queryApi, extraOptions) => {
  const { memorialId, anonymous, token: ownToken, ignoreUnauthorized, onProgress, inParts, ...fetchArgs } = request
  const sentToken = ownToken ?? selectTokenFor(stateOf(queryApi), { memorialId, anonymous })
  const addressed = {
    ...fetchArgs,
    url: absoluteUrl(request.url),
    headers: { ...request.headers, ...bearer(sentToken) },
  }

  const { signal } = queryApi
  const result =
    inParts && onProgress
      ? await sendFileInParts({ ...inParts, url: addressed.url, headers: addressed.headers, signal, onProgress })
      : onProgress
        ? await sendWithProgress({ ...asForm(addressed), signal, onProgress })
        : await send(addressed, queryApi, extraOptions)

  if (errorStatus(result.error) === UNAUTHORIZED_STATUS && !anonymous) refused(request, sentToken, queryApi)
  return result
}

/** Where the server requires confirmation by the account holder: asks for it, and resends the request. */
const sendConfirmed: ApiBaseQuery = async (request, queryApi, extraOptions) => {
  const result = await sendWithToken(request, queryApi, extraOptions)
  if (!isConfirmationNeeded(result.error)) return result

  const password = passwordWithin(request.body)
  if (password !== undefined) {
    const confirmed = await sendWithToken(confirmationRequest({ password }), queryApi, extraOptions)
    if (confirmed.error) return confirmed
  } else if (!(await askForConfirmation(queryApi))) {
    return { error: cancelled(result.error), meta: result.meta }
  }
  return sendWithToken(request, queryApi, extraOptions)
}

/** No retries by default; an endpoint that wants them says so in its `extraOptions`. */
export const baseQuery = retry(sendConfirmed, { maxRetries: 0 })

/** Handles a 401: a memorial token that no longer opens is dropped, an unknown account token ends the session. */
function refused(
  { memorialId, ignoreUnauthorized }: ApiRequest,
  sentToken: string | undefined,
  queryApi: BaseQueryApi,
): void {
  const state = stateOf(queryApi)
  if (memorialId !== undefined && sentToken !== undefined && sentToken === selectMemorialToken(state, memorialId)) {
    queryApi.dispatch(memorialTokenDropped(memorialId))
    return
  }
  // Of several requests refused at once only the first finds its token still in use.
  if (ignoreUnauthorized || sentToken !== selectAccountToken(state)) return
  queryApi.dispatch(sessionExpired())
}

/** The fields of a request that an upload with progress needs. */
function asForm({ url, method = 'POST', headers, body, timeout = NORMAL_TIMEOUT_MS }: AddressedRequest) {
  return { url, method, headers, body: body as FormData, timeoutMs: timeout }
}

function bearer(token: string | undefined): Record<string, string> {
  return token === undefined ? {} : { authorization: `Bearer ${token}` }
}

/** Request rejects relative URLs in jsdom. In server-side rendering there is no origin. */
function absoluteUrl(url: string): string {
  const origin = typeof location === 'undefined' ? '' : location.origin
  return origin + (url.startsWith('/') ? url : `${API_BASE_PATH}/${url}`)
}

function stateOf({ getState }: BaseQueryApi): StateWithSession {
  return getState() as StateWithSession
}

type Result = { data: unknown; error?: undefined } | { data?: undefined; error: FetchBaseQueryError }

/** Sends a form and returns the shapes of `fetchBaseQuery`, so that callers need not know which of the two sent it. */
async function sendWithProgress(form: OutgoingForm): Promise<Result> {
  try {
    return resultOf(await sendForm(form))
  } catch (error) {
    if (!(error instanceof NoResponse)) throw error
    return unanswered(error)
  }
}

/** Uploads a file in parts, and returns the same shapes: with the id under which the server stores it. */
async function sendFileInParts(outgoing: OutgoingFile): Promise<Result> {
  try {
    return { data: await sendInParts(outgoing) }
  } catch (error) {
    if (error instanceof Refused) return resultOf(error.response)
    if (error instanceof NoResponse) return unanswered(error)
    // The chunk did not load.
    return { error: { status: 'CUSTOM_ERROR', error: String(error) } }
  }
}

function unanswered(error: NoResponse): Result {
  return { error: { status: error.reason === 'timeout' ? 'TIMEOUT_ERROR' : 'FETCH_ERROR', error: String(error) } }
}

function resultOf({ status, text }: FormResponse): Result {
  try {
    const data: unknown = text === '' ? null : JSON.parse(text)
    return status >= 200 && status < 300 ? { data } : { error: { status, data } }
  } catch (error) {
    // A proxy's page instead of JSON.
    return { error: { status: 'PARSING_ERROR', originalStatus: status, data: text, error: String(error) } }
  }
}

type ParamValue = string | number | boolean | null | undefined
type Params = Record<string, ParamValue | readonly ParamValue[]>

/** A query string: array values are repeated, empty ones left out. */
export function serializeParams(params: Params): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) {
    for (const item of [value].flat()) if (!isEmpty(item)) query.append(name, String(item))
  }
  return query.toString()
}

function isEmpty(value: ParamValue): boolean {
  return value === undefined || value === null || value === ''
}

const CANCELLED = 'Отменено: мы не узнали, вы ли это, и ничего не сделали.'

/** The request that makes the session fresh. */
export function confirmationRequest(body: Confirmation) {
  return { url: 'auth/confirm', method: 'POST', body }
}

/** The server requires a session that was opened or confirmed just now. */
function isConfirmationNeeded(error: unknown): error is FetchBaseQueryError {
  const detail = errorDetail(error)
  return typeof detail === 'object' && 'code' in detail && detail.code === CONFIRMATION_NEEDED
}

/**
 * Opens the dialog, and resolves when it has closed: true if the account holder confirmed. Concurrent requests share the
 * dialog.
 */
function askForConfirmation({ dispatch }: BaseQueryApi): Promise<boolean> {
  return new Promise((resolve) => {
    dispatch(
      addListener({
        matcher: isAnyOf(confirmationClosed, accountEnded),
        effect: (action, listener) => {
          listener.unsubscribe()
          resolve(confirmationClosed.match(action) && action.payload.isConfirmed)
        },
      }),
    )
    dispatch(confirmationAsked())
  })
}

/** The password in a form: someone who has just typed it is not asked again. */
function passwordWithin(body: unknown): string | undefined {
  const password = (body as { current_password?: unknown } | null | undefined)?.current_password
  return typeof password === 'string' ? password : undefined
}

/** The error for the caller when the dialog was cancelled. */
function cancelled(error: FetchBaseQueryError): FetchBaseQueryError {
  return { ...error, data: { detail: { code: CONFIRMATION_NEEDED, reason: CANCELLED } } } as FetchBaseQueryError
}
