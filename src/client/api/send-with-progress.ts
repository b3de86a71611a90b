import type { FetchBaseQueryError } from '@reduxjs/toolkit/query/react'
import { type FormAnswer, NoAnswer, type OutgoingForm, sendForm } from '@client/lib/send-form'

type Result = { data: unknown; error?: undefined } | { data?: undefined; error: FetchBaseQueryError }

/** Sends a form and answers in the shapes of `fetchBaseQuery`, so that no caller sees which of the two carried it. */
export async function sendWithProgress(form: OutgoingForm): Promise<Result> {
  try {
    return resultOf(await sendForm(form))
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    return { error: { status: error.reason === 'timeout' ? 'TIMEOUT_ERROR' : 'FETCH_ERROR', error: String(error) } }
  }
}

function resultOf({ status, text }: FormAnswer): Result {
  try {
    const data: unknown = text === '' ? null : JSON.parse(text)
    return status >= 200 && status < 300 ? { data } : { error: { status, data } }
  } catch (error) {
    // A proxy's page in place of JSON.
    return { error: { status: 'PARSING_ERROR', originalStatus: status, data: text, error: String(error) } }
  }
}
