import type { FetchBaseQueryError } from '@reduxjs/toolkit/query/react'
import { type FormAnswer, NoAnswer, type OutgoingForm, sendForm } from '@client/lib/send-form'
import { type OutgoingFile, Refused, sendInParts } from '@client/lib/send-in-parts'

type Result = { data: unknown; error?: undefined } | { data?: undefined; error: FetchBaseQueryError }

/** Sends a form and returns the shapes of `fetchBaseQuery`, so that callers need not know which of the two sent it. */
export async function sendWithProgress(form: OutgoingForm): Promise<Result> {
  try {
    return resultOf(await sendForm(form))
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    return unanswered(error)
  }
}

/** Uploads a file in parts, and returns the same shapes: with the id under which the server stores it. */
export async function sendFileInParts(outgoing: OutgoingFile): Promise<Result> {
  try {
    return { data: await sendInParts(outgoing) }
  } catch (error) {
    if (error instanceof Refused) return resultOf(error.answer)
    if (error instanceof NoAnswer) return unanswered(error)
    // The chunk did not load.
    return { error: { status: 'CUSTOM_ERROR', error: String(error) } }
  }
}

function unanswered(error: NoAnswer): Result {
  return { error: { status: error.reason === 'timeout' ? 'TIMEOUT_ERROR' : 'FETCH_ERROR', error: String(error) } }
}

function resultOf({ status, text }: FormAnswer): Result {
  try {
    const data: unknown = text === '' ? null : JSON.parse(text)
    return status >= 200 && status < 300 ? { data } : { error: { status, data } }
  } catch (error) {
    // A proxy's page instead of JSON.
    return { error: { status: 'PARSING_ERROR', originalStatus: status, data: text, error: String(error) } }
  }
}
