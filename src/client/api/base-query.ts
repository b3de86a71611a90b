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
import { NORMAL_TIMEOUT_MS } from '@contract/limits'
import { API_BASE_PATH } from '@contract/paths'
import { noteAnswerFromServer } from '@client/lib/connection'
import { SAVED_AT_HEADER } from '@client/lib/offline-copies'
import type { OutgoingFile } from '@client/lib/send-in-parts'
import {
  selectAccountToken,
  selectPinToken,
  selectTokenFor,
  type StateWithSession,
  type TokenChoice,
} from '@client/session/selectors'
import { pinDropped, sessionExpired } from '@client/session/session-slice'
import { errorStatus } from './errors'
import { serializeParams } from './params'
import { sendFileInParts, sendWithProgress } from './send-with-progress'
import { askForConfirmation, cancelled, confirmationRequest, isConfirmationNeeded, passwordWithin } from './step-up'

/** A request of the API: what fetch needs, and whose token goes with it. `url` is relative to /api/v1/, or begins with a slash. */
export interface ApiRequest extends Omit<FetchArgs, 'headers'>, TokenChoice {
  /** Besides that of the token. */
  headers?: Record<string, string>
  /** Sent instead of the token that the session would choose. */
  token?: string
  /** A 401 to this request says nothing about the account: reading a closed memorial, checking a PIN, signing in or out. */
  ignoreUnauthorized?: boolean
  /** Told how many bytes of the form in `body` have left. Such a request goes by XMLHttpRequest. */
  onProgress?: (sentBytes: number) => void
  /** Sent in parts instead of a body, with what the server is to know of it. `onInterrupted`: its connection broke. */
  inParts?: Pick<OutgoingFile, 'file' | 'metadata' | 'onInterrupted'>
}

type ApiBaseQuery = BaseQueryFn<ApiRequest, unknown, FetchBaseQueryError, RetryOptions, FetchBaseQueryMeta>

type Sent = QueryReturnValue<unknown, FetchBaseQueryError, FetchBaseQueryMeta>

/** What an endpoint of several requests is given to send each of them. */
export type Send = (request: ApiRequest) => Sent | PromiseLike<Sent>

type AddressedRequest = Omit<FetchArgs, 'headers'> & { headers: Record<string, string> }

const UNAUTHORIZED_STATUS = 401

/** Answers a guest's GET of a path with its query, without a connection. */
export type AskServer = (url: string) => Promise<{ status: number; text: string }>

/** The extra argument of the store's thunks. */
export interface RequestExtra {
  /** In place of the global `fetch`. */
  fetchFn?: typeof fetch
  /** In place of all requests, on a server that renders. */
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
  if (response) noteAnswerFromServer(!response.headers.has(SAVED_AT_HEADER))
  return result
}

/** What `fetchBaseQuery` would make of the answer. It takes several requests and copies of the answer to get there. */
async function askFor({ url, params, validateStatus }: FetchArgs, ask: AskServer): Promise<Sent> {
  const query = serializeParams((params ?? {}) as Parameters<typeof serializeParams>[0])
  const { status, text } = await ask(query ? `${url}?${query}` : url)
  const data: unknown = JSON.parse(text)
  // For what endpoints make of the status; its body is `data` already.
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

/** Where the server first wants to know that it is the account's holder: asks them, and sends the request again. */
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

/** Repeats nothing by itself; an endpoint that wants retries says so in its `extraOptions`. */
export const baseQuery = retry(sendConfirmed, { maxRetries: 0 })

/** What a 401 means: a PIN token that no longer opens is dropped, an account token that is unknown ends the session. */
function refused(
  { memorialId, ignoreUnauthorized }: ApiRequest,
  sentToken: string | undefined,
  queryApi: BaseQueryApi,
): void {
  const state = stateOf(queryApi)
  if (memorialId !== undefined && sentToken !== undefined && sentToken === selectPinToken(state, memorialId)) {
    queryApi.dispatch(pinDropped(memorialId))
    return
  }
  // Of several requests refused at once only the first finds its token still in use.
  if (ignoreUnauthorized || sentToken !== selectAccountToken(state)) return
  queryApi.dispatch(sessionExpired())
}

/** The parts of a request that an upload with progress needs. */
function asForm({ url, method = 'POST', headers, body, timeout = NORMAL_TIMEOUT_MS }: AddressedRequest) {
  return { url, method, headers, body: body as FormData, timeoutMs: timeout }
}

function bearer(token: string | undefined): Record<string, string> {
  return token === undefined ? {} : { authorization: `Bearer ${token}` }
}

/** Requests take no relative addresses in jsdom. A server that renders has no address of its own. */
function absoluteUrl(url: string): string {
  const origin = typeof location === 'undefined' ? '' : location.origin
  return origin + (url.startsWith('/') ? url : `${API_BASE_PATH}/${url}`)
}

function stateOf({ getState }: BaseQueryApi): StateWithSession {
  return getState() as StateWithSession
}
