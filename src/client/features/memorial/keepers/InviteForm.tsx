import { invitedSchema, type Invited } from '@contract/keepers'
import { useInviteKeeperMutation } from '@client/api/keepers-api'
import { formFailure } from '@client/api/form-failure'
import { Form, type FormFailure } from '@client/ui/form/Form'
import { FormAlert } from '@client/ui/form/FormAlert'
import { FormStack } from '@client/ui/form/FormStack'
import { SubmitButton } from '@client/ui/form/SubmitButton'
import { TextField } from '@client/ui/form/TextField'
import { useToast } from '@client/ui/toasts'

const NOT_SENT = 'Приглашение не отправлено. Пожалуйста, попробуйте ещё раз.'
const HINT =
  'Мы отправим письмо со ссылкой. Вашего адреса в нём не будет, так что предупредите человека: он решит сам, принять ли приглашение.'

/** Invites another keeper by letter. */
export function InviteForm({ memorialId }: { memorialId: number }) {
  const [invite] = useInviteKeeperMutation()
  const toast = useToast()

  async function send({ email }: Invited): Promise<FormFailure | undefined> {
    const { error } = await invite({ memorialId, email })
    if (error) return formFailure(error, { fallback: NOT_SENT })
    toast.success(`Приглашение отправлено: ${email}`)
    return undefined
  }

  return (
    <Form initialValues={{ email: '' }} schema={invitedSchema} onSubmit={send} isClearedAfterwards>
      <FormStack>
        <TextField
          name="email"
          label="E-mail близкого человека"
          hint={HINT}
          type="email"
          required
          autoCapitalize="none"
        />
        <FormAlert />
        <SubmitButton progressText="Отправляем...">Пригласить</SubmitButton>
      </FormStack>
    </Form>
  )
}
