import type { ButtonProps } from '@mui/material/Button'
import { type ApiFailure, errorStatus, errorText, okOrNotFound } from '@client/api/errors'
import { type ActionOutcome, ConfirmButton } from '@client/ui/ConfirmButton'

export interface EndSessionsProps extends Pick<ButtonProps, 'sx'> {
  label: string
  /** The session of this button, if several buttons have the same label. */
  about?: string
  /** The question. The text below it names the consequences. */
  title: string
  children: string
  /** The toast after a success. */
  done: string
  /** The message after a failure for which the server gives no reason. */
  failed: string
  end: () => Promise<{ error?: ApiFailure }>
}

/** A button that ends sessions. */
export function EndSessions({ label, about, title, children, done, failed, end, sx }: EndSessionsProps) {
  async function act(): Promise<ActionOutcome> {
    const { error } = await end()
    // A session that is not found was ended elsewhere, or has expired.
    if (okOrNotFound(error)) return { isDone: true, message: done }
    // The visitor's own session has ended: the login page, to which they are sent, says why.
    if (errorStatus(error) === 401) return { isDone: false }
    return { isDone: false, message: errorText(error, { fallback: failed }) }
  }

  return (
    <ConfirmButton
      label={label}
      fullLabel={about && `${label}: ${about}`}
      questions={[{ title, text: children }]}
      progressText="Завершаем..."
      isDestructive={false}
      action={act}
      sx={sx}
    />
  )
}
