import type { ShownPasskey } from '@contract/factors'
import { useBeginPasskeyLoginMutation } from '@client/api/factor-api'
import { errorText } from '@client/api/errors'
import { passkeyFailure, showPasskey } from '@client/lib/passkeys'

const FAILED = 'Не удалось спросить ключ доступа. Пожалуйста, попробуйте позже.'

type Shown = { passkey: ShownPasskey; problem?: undefined } | { passkey?: undefined; problem: string }

/** Asks for a passkey with the browser's dialog. Resolves to the assertion to send, or to a message for the visitor. */
export function useShownPasskey(): () => Promise<Shown> {
  const [begin] = useBeginPasskeyLoginMutation()

  return async () => {
    const { data, error } = await begin()
    if (!data) return { problem: errorText(error, { fallback: FAILED }) }
    try {
      return { passkey: { challenge_id: data.challenge_id, response: await showPasskey(data) } }
    } catch (failure) {
      return { problem: passkeyFailure(failure) }
    }
  }
}
