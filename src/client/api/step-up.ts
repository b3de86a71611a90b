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

/** The server does what was asked only for a session that was opened or confirmed just now. */
export function isConfirmationNeeded(error: unknown): error is FetchBaseQueryError {
  const detail = errorDetail(error)
  return typeof detail === 'object' && 'code' in detail && detail.code === CONFIRMATION_NEEDED
}

/** Opens the dialog, and resolves when it has closed: true where it was them. Requests that ask at once share the dialog. */
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

/** The password that a form sends along: whoever has just typed it is not asked again. */
export function passwordWithin(body: unknown): string | undefined {
  const password = (body as { current_password?: unknown } | null | undefined)?.current_password
  return typeof password === 'string' ? password : undefined
}

/** What the caller is told when the dialog was left. */
export function cancelled(error: FetchBaseQueryError): FetchBaseQueryError {
  return { ...error, data: { detail: { code: CONFIRMATION_NEEDED, reason: CANCELLED } } } as FetchBaseQueryError
}
