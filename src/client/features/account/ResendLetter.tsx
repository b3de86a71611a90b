import { emailOnlySchema, type EmailOnly } from '@contract/auth'
import { useRequestVerifyTokenMutation } from '@client/api/auth-api'
import { errorText } from '@client/api/errors'
import { Form, type FormFailure } from '@client/ui/form/Form'
import { FormAlert } from '@client/ui/form/FormAlert'
import { FormStack } from '@client/ui/form/FormStack'
import { TextField } from '@client/ui/form/TextField'
import { useToast } from '@client/ui/toasts'
import { ResendButton } from './ResendButton'
import { useCountdown } from './use-countdown'

const RESEND_PAUSE_SECONDS = 60
const RESEND_FAILED = 'Не удалось отправить письмо. Пожалуйста, попробуйте позже.'

/** Sends the confirmation letter again. Asks for the e-mail if it is unknown. */
export function ResendLetter({ email }: { email: string | undefined }) {
  const [requestLetter] = useRequestVerifyTokenMutation()
  const { secondsLeft, restart } = useCountdown(0)
  const toast = useToast()

  async function resend(address: EmailOnly): Promise<FormFailure | undefined> {
    if (secondsLeft > 0) return undefined
    const { error } = await requestLetter(address)
    if (error) return { message: errorText(error, { fallback: RESEND_FAILED }) }
    toast.success('Письмо отправлено. Проверьте и папку «Спам».')
    restart(RESEND_PAUSE_SECONDS)
    return undefined
  }

  return (
    <Form key={email} initialValues={{ email: email ?? '' }} schema={emailOnlySchema} onSubmit={resend}>
      <FormStack sx={{ mt: 4 }}>
        {!email && (
          <TextField name="email" label="E-mail" type="email" required autoComplete="email" autoCapitalize="none" />
        )}
        <FormAlert />
        <ResendButton secondsLeft={secondsLeft} />
      </FormStack>
    </Form>
  )
}
