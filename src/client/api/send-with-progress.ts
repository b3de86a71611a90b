import type { FetchBaseQueryError } from '@reduxjs/toolkit/query/react'
import { type FormAnswer, NoAnswer, type OutgoingForm, sendForm } from '@client/lib/send-form'
import { type OutgoingFile, Refused, sendInParts } from '@client/lib/send-in-parts'

type Result = { data: unknown; error?: undefined } | { data?: undefined; error: FetchBaseQueryError }

/** Sends a form and answers in the shapes of `fetchBaseQuery`, so that no caller sees which of the two carried it. */
export async function sendWithProgress(form: OutgoingForm): Promise<Result> {
  try {
    return resultOf(await sendForm(form))
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    return unanswered(error)
  }
}

/** Sends a file in parts, and answers in the same shapes: with the id under which the server has it. */
export async function sendFileInParts(outgoing: OutgoingFile): Promise<Result> {
  try {
    return { data: await sendInParts(outgoing) }
  } catch (error) {
    if (error instanceof Refused) return resultOf(error.answer)
    if (error instanceof NoAnswer) return unanswered(error)
    // The program for it did not load.
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
    // A proxy's page in place of JSON.
    return { error: { status: 'PARSING_ERROR', originalStatus: status, data: text, error: String(error) } }
  }
}
