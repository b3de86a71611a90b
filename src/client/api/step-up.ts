import { addListener, isAnyOf } from '@reduxjs/toolkit'
import type { BaseQueryApi, FetchBaseQueryError } from '@reduxjs/toolkit/query/react'
import type { Confirmation } from '@contract/auth'
import { CONFIRMATION_NEEDED } from '@contract/errors'
import { accountEnded } from '@client/session/session-slice'
import { confirmationAnswered, confirmationAsked } from '@client/session/step-up-slice'
import { errorDetail } from './errors'

const CANCELLED = 'Отменено: мы не узнали, вы ли это, и ничего не сделали.'

/** The request that makes the session fresh. */
export function confirmationRequest(body: Confirmation) {
  return { url: 'auth/confirm', method: 'POST', body }
}

/** The server requires a session that was opened or confirmed just now. */
export function isConfirmationNeeded(error: unknown): error is FetchBaseQueryError {
  const detail = errorDetail(error)
  return typeof detail === 'object' && 'code' in detail && detail.code === CONFIRMATION_NEEDED
}

/**
 * Opens the dialog, and resolves when it has closed: true if the account holder confirmed. Concurrent requests share the
 * dialog.
 */
export function askForConfirmation({ dispatch }: BaseQueryApi): Promise<boolean> {
  return new Promise((resolve) => {
    dispatch(
      addListener({
        matcher: isAnyOf(confirmationAnswered, accountEnded),
        effect: (action, listener) => {
          listener.unsubscribe()
          resolve(confirmationAnswered.match(action) && action.payload.isConfirmed)
        },
      }),
    )
    dispatch(confirmationAsked())
  })
}

/** The password in a form: someone who has just typed it is not asked again. */
export function passwordWithin(body: unknown): string | undefined {
  const password = (body as { current_password?: unknown } | null | undefined)?.current_password
  return typeof password === 'string' ? password : undefined
}

/** The error for the caller when the dialog was cancelled. */
export function cancelled(error: FetchBaseQueryError): FetchBaseQueryError {
  return { ...error, data: { detail: { code: CONFIRMATION_NEEDED, reason: CANCELLED } } } as FetchBaseQueryError
}
