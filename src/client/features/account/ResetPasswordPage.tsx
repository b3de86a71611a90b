import { useState } from 'react'
import { useParams } from 'react-router-dom'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import { type PasswordResetForm, passwordResetFormSchema } from '@contract/auth'
import { paths } from '@contract/paths'
import { useResetPasswordMutation } from '@client/api/auth-api'
import { Page } from '@client/ui/Page'
import { Form, FormAlert, type FormFailure, FormStack } from '@client/ui/form/Form'
import { PasswordField, PasswordRules } from '@client/ui/form/PasswordField'
import { SubmitButton } from '@client/ui/form/SubmitButton'
import { useToast } from '@client/ui/toasts'
import { useNavigateUnlessLeft } from '@client/ui/navigation'
import { LoginRedirect } from './LoginRedirect'
import { NewLetterLink } from './account-links'
import { resetFailure } from './recovery-failure'

const REDIRECT_AFTER_SECONDS = 3
const CHANGED = 'Пароль изменён'
const ENTER_WITH_IT = 'Теперь войдите с новым паролем.'

/** Opened by the link in the recovery letter: asks for a new password. */
export function ResetPasswordPage() {
  const { token } = useParams()
  const navigateUnlessLeft = useNavigateUnlessLeft()
  const toast = useToast()
  const [isDone, setDone] = useState(false)

  async function finish(): Promise<void> {
    setDone(true)
    // The token is used up: it must not stay in the URL or the history.
    const isLed = await navigateUnlessLeft(paths.resetPassword, { replace: true })
    if (!isLed) toast.success(`${CHANGED}. ${ENTER_WITH_IT}`)
  }

  if (isDone) {
    return (
      <Page title={CHANGED} lead={ENTER_WITH_IT} width="sm">
        <LoginRedirect seconds={REDIRECT_AFTER_SECONDS} />
      </Page>
    )
  }
  if (!token) return <ResetTokenMissing />

  return (
    <Page title="Новый пароль" lead="Придумайте новый пароль: он заменит прежний." width="sm">
      <NewPasswordForm token={token} onDone={() => void finish()} />
    </Page>
  )
}

const TOKEN_MISSING =
  'Отсутствует токен для сброса пароля. Откройте ссылку из письма целиком или запросите новое письмо.'

/** Shown if the link was opened without the token at its end. */
function ResetTokenMissing() {
  return (
    <Page title="Новый пароль" width="sm">
      <Alert severity="error" variant="outlined" sx={{ mt: 4, mb: 3 }}>
        {TOKEN_MISSING}
      </Alert>
      <NewLetterLink />
    </Page>
  )
}

export interface NewPasswordFormProps {
  token: string
  onDone: () => void
}

const NOTHING_TYPED: PasswordResetForm = { password: '', confirmation: '' }

/** Sets a new password with the token of a letter. */
function NewPasswordForm({ token, onDone }: NewPasswordFormProps) {
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
