import type { Action, DevToolsEnhancerOptions } from '@reduxjs/toolkit'
import { createApiActionSanitizer } from '@reduxjs/toolkit/query/react'
import { api } from '@client/api/api'

const REDACTED = '[redacted]'
/**
 * An author's email address is redacted too: it was given for a single letter. A `download_path` grants access without
 * a token.
 */
const SECRET_KEY =
  /token|password|secret|authorization|confirmation|pin_?code|^pin$|^author_email$|^download_path$|^ticket$|recovery_code|otpauth|^challenge_id$|^passkey$/i
/** A one-time code. The same key also names error codes, which are not digits. */
const ONE_TIME_CODE = /^\d+$/
/** Keys that match the pattern above but hold no secret. */
const HARMLESS_KEY = /^(has_pin|token_type|recovery_codes_left)$/

const nameEndpoint = createApiActionSanitizer(api)

/**
 * DevTools are connected in production too, for developers who help support staff. They see no secrets: the value of a
 * secret key is replaced at any depth, and a value that is not plain (a request with its headers, a form, a file) by
 * its type. This module is loaded only where a browser has DevTools.
 */
export const DEVTOOLS: DevToolsEnhancerOptions = {
  name: 'Помним',
  actionSanitizer: redactAction,
  stateSanitizer: redactState,
  predicate: (_state, action) => !isFrequent(action),
  // Where each action was dispatched. It costs time for each of them.
  trace: process.env.NODE_ENV === 'development',
}

export function redactAction<A extends Action>(action: A): A {
  return redact(nameEndpoint(action)) as A
}

export function redactState<S>(state: S): S {
  return redact(state) as S
}

function redact(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redact)
  if (typeof value !== 'object' || value === null) return value
  if (!isPlain(value)) return `[${value.constructor.name}]`
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, redactItem(key, item)]))
}

function redactItem(key: string, item: unknown): unknown {
  const isCode = key === 'code' && typeof item === 'string' && ONE_TIME_CODE.test(item)
  const isSecret = isCode || (SECRET_KEY.test(key) && !HARMLESS_KEY.test(key))
  if (!isSecret || item === undefined || item === null || typeof item === 'boolean') return redact(item)
  // By memorial id: show which memorials are open, but not their tokens.
  if (typeof item === 'object' && isPlain(item)) {
    return Object.fromEntries(Object.keys(item).map((innerKey) => [innerKey, REDACTED]))
  }
  return REDACTED
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** Actions with `isFrequent` in their meta occur many times a second; the log omits them. */
function isFrequent({ meta }: Action & { meta?: unknown }): boolean {
  return (meta as { isFrequent?: boolean } | undefined)?.isFrequent === true
}
