import Button from '@mui/material/Button'
import { useState } from 'react'
import { LOGIN_BAD_CREDENTIALS } from '@contract/errors'
import type { ShownPasskey } from '@contract/factors'
import { useBeginPasskeyLoginMutation, useLoginByPasskeyMutation } from '@client/api/factor-api'
import { errorText } from '@client/api/errors'
import { passkeyFailure, showPasskey, useHasPasskeys } from '@client/lib/passkeys'
import { useToast } from '@client/ui/toasts'

const UNKNOWN = 'Этот ключ доступа здесь не подключён. Войдите с паролем.'
const FAILED = 'Не удалось войти. Пожалуйста, попробуйте позже.'

/** Signs in with a passkey alone, if the browser supports passkeys. */
export function PasskeyLogin() {
  const hasPasskeys = useHasPasskeys()
  const askForPasskey = useShownPasskey()
  const [logIn] = useLoginByPasskeyMutation()
  const [isBusy, setBusy] = useState(false)
  const toast = useToast()
  if (!hasPasskeys) return null

  async function enter(): Promise<void> {
    if (isBusy) return
    setBusy(true)
    const { passkey, problem } = await askForPasskey()
    if (passkey) {
      const { error } = await logIn(passkey)
      if (error) toast.error(errorText(error, { codes: { [LOGIN_BAD_CREDENTIALS]: UNKNOWN }, fallback: FAILED }))
    } else {
      toast.error(problem)
    }
    setBusy(false)
  }

  return (
    <div>
      <Button
        variant="outlined"
        aria-disabled={isBusy}
        onClick={() => void enter()}
        sx={{ width: { xs: '100%', sm: 'auto' } }}
      >
        {/* Not «Войти …»: that is the name of the form's button. */}
        {isBusy ? 'Ждём ключ...' : 'Вход по ключу доступа'}
      </Button>
    </div>
  )
}

const PASSKEY_FAILED = 'Не удалось спросить ключ доступа. Пожалуйста, попробуйте позже.'

type Shown = { passkey: ShownPasskey; problem?: undefined } | { passkey?: undefined; problem: string }

/** Asks for a passkey with the browser's dialog. Resolves to the assertion to send, or to a message for the visitor. */
export function useShownPasskey(): () => Promise<Shown> {
  const [begin] = useBeginPasskeyLoginMutation()

  return async () => {
    const { data, error } = await begin()
    if (!data) return { problem: errorText(error, { fallback: PASSKEY_FAILED }) }
    try {
      return { passkey: { challenge_id: data.challenge_id, response: await showPasskey(data) } }
    } catch (failure) {
      return { problem: passkeyFailure(failure) }
    }
  }
}
