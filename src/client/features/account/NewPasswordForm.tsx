import Box from '@mui/material/Box'
import { useState } from 'react'
import { passwordResetFormSchema, type PasswordResetForm } from '@contract/auth'
import { useResetPasswordMutation } from '@client/api/auth-api'
import { Form, type FormFailure } from '@client/ui/form/Form'
import { FormAlert } from '@client/ui/form/FormAlert'
import { FormStack } from '@client/ui/form/FormStack'
import { PasswordField } from '@client/ui/form/PasswordField'
import { PasswordRules } from '@client/ui/form/PasswordRules'
import { SubmitButton } from '@client/ui/form/SubmitButton'
import { NewLetterLink } from './account-links'
import { resetFailure } from './recovery-failure'

export interface NewPasswordFormProps {
  token: string
  onDone: () => void
}

const NOTHING_TYPED: PasswordResetForm = { password: '', confirmation: '' }

/** Sets a new password with the token of a letter. */
export function NewPasswordForm({ token, onDone }: NewPasswordFormProps) {
  const [resetPassword] = useResetPasswordMutation()
  const [isLinkDoubtful, setLinkDoubtful] = useState(false)

  async function reset({ password }: PasswordResetForm): Promise<FormFailure | undefined> {
    const { error } = await resetPassword({ token, password })
    if (error) {
      const failure = resetFailure(error)
      setLinkDoubtful(!failure.fields)
      return failure
    }
    onDone()
    return undefined
  }

  return (
    <Form initialValues={NOTHING_TYPED} schema={passwordResetFormSchema} onSubmit={reset}>
      <FormStack sx={{ mt: 4 }}>
        <PasswordField
          name="password"
          label="Новый пароль"
          autoComplete="new-password"
          hint={<PasswordRules name="password" />}
        />
        <PasswordField name="confirmation" label="Подтверждение пароля" autoComplete="new-password" />
        <FormAlert />
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, rowGap: 1 }}>
          <SubmitButton progressText="Сохраняем...">Сохранить</SubmitButton>
          {isLinkDoubtful && <NewLetterLink />}
        </Box>
      </FormStack>
    </Form>
  )
}
