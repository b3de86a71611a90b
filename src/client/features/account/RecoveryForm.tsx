import { emailOnlySchema, type EmailOnly } from '@contract/auth'
import { useForgotPasswordMutation } from '@client/api/auth-api'
import { Form, type FormFailure } from '@client/ui/form/Form'
import { FormAlert } from '@client/ui/form/FormAlert'
import { FormStack } from '@client/ui/form/FormStack'
import { SubmitButton } from '@client/ui/form/SubmitButton'
import { EmailField } from './EmailField'
import { letterFailure } from './recovery-failure'
import { BackLink } from './account-links'

export interface RecoveryFormProps {
  /** The e-mail as far as it is known. */
  email: string
  onSent: (email: string) => void
}

/** Requests the letter with the link that sets a new password. */
export function RecoveryForm({ email: knownEmail, onSent }: RecoveryFormProps) {
  const [forgotPassword] = useForgotPasswordMutation()

  async function askForLetter({ email }: EmailOnly): Promise<FormFailure | undefined> {
    const { error } = await forgotPassword({ email })
    if (error) return letterFailure(error)
    onSent(email)
    return undefined
  }

  return (
    <Form initialValues={{ email: knownEmail }} schema={emailOnlySchema} onSubmit={askForLetter}>
      <FormStack sx={{ mt: 4 }}>
        <EmailField />
        <FormAlert />
        <SubmitButton>Отправить письмо</SubmitButton>
        <BackLink />
      </FormStack>
    </Form>
  )
}
