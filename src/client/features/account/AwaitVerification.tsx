import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { emailOnlySchema } from '@contract/auth'
import { useRequestVerifyTokenMutation } from '@client/api/auth-api'
import { errorText } from '@client/api/errors'
import { counted, SECONDS } from '@client/lib/plurals'
import { Form, type FormFailure } from '@client/ui/form/Form'
import { FormAlert } from '@client/ui/form/FormAlert'
import { FormStack } from '@client/ui/form/FormStack'
import { SubmitButton } from '@client/ui/form/SubmitButton'
import { TextField } from '@client/ui/form/TextField'
import { Page } from '@client/ui/Page'
import { useToast } from '@client/ui/toasts'
import { useCountdown } from './use-countdown'

const RESEND_PAUSE_SECONDS = 60
const LETTER_SENT = 'Письмо отправлено. Проверьте почту.'
const SENDING_FAILED = 'Не удалось отправить письмо. Пожалуйста, попробуйте позже.'

/** Tells that a letter is on its way, and sends it anew when it got lost. */
export function AwaitVerification({ email }: { email: string }) {
  const toast = useToast()
  const [requestLetter] = useRequestVerifyTokenMutation()
  const [sentTo, setSentTo] = useState<string>()

  async function send(form: { email: string }): Promise<FormFailure | undefined> {
    const { error } = await requestLetter(form)
    if (error) return { message: errorText(error, { fallback: SENDING_FAILED }) }
    toast.success(LETTER_SENT)
    setSentTo(form.email)
    return undefined
  }

  return (
    <Page title="Подтвердите e-mail" width="sm" lead={<Lead email={sentTo ?? email} />}>
      <Typography sx={{ mt: 3 }}>
        Ссылка действует 24 часа. Если письма нет, загляните в папку «Спам» или отправьте его ещё раз.
      </Typography>
      <Form initialValues={{ email }} schema={emailOnlySchema} onSubmit={send}>
        <FormStack sx={{ mt: 4 }}>
          <FormAlert />
          {!email && (
            <TextField name="email" label="E-mail" type="email" required autoComplete="email" autoCapitalize="none" />
          )}
          {sentTo ? (
            <ResendPause onOver={() => setSentTo(undefined)} />
          ) : (
            <SubmitButton>Отправить письмо ещё раз</SubmitButton>
          )}
        </FormStack>
      </Form>
    </Page>
  )
}

function Lead({ email }: { email: string }) {
  if (!email) return 'Мы отправили вам письмо со ссылкой. Откройте её, чтобы подтвердить адрес.'
  return (
    <>
      Мы отправили письмо со ссылкой на <strong>{email}</strong>. Откройте её, чтобы подтвердить адрес.
    </>
  )
}

function ResendPause({ onOver }: { onOver: () => void }) {
  const secondsLeft = useCountdown(RESEND_PAUSE_SECONDS, onOver)
  return (
    <Typography color="text.secondary" sx={{ minHeight: 52 }}>
      Отправить ещё раз можно через {counted(secondsLeft, SECONDS)}.
    </Typography>
  )
}
