import Link from '@mui/material/Link'
import { Link as RouterLink, useNavigate } from 'react-router-dom'
import type { InferType } from 'yup'
import { CONSENT_VERSION, registrationFormSchema } from '@contract/auth'
import { screens } from '@contract/paths'
import { useRegisterMutation } from '@client/api/auth-api'
import { Form, type FormFailure } from '@client/ui/form/Form'
import { FormAlert } from '@client/ui/form/FormAlert'
import { FormStack } from '@client/ui/form/FormStack'
import { PasswordField } from '@client/ui/form/PasswordField'
import { PasswordRules } from '@client/ui/form/PasswordRules'
import { SubmitButton } from '@client/ui/form/SubmitButton'
import { TextField } from '@client/ui/form/TextField'
import { Page } from '@client/ui/Page'
import { ConsentField } from './ConsentField'
import { registrationFailure } from './registration-failure'

type RegistrationForm = InferType<typeof registrationFormSchema>

const NOTHING_TYPED: RegistrationForm = { email: '', password: '', confirmation: '', consent: false }

export function RegisterScreen() {
  const [register] = useRegisterMutation()
  const navigate = useNavigate()

  async function signUp({ email, password }: RegistrationForm): Promise<FormFailure | undefined> {
    const { error } = await register({ email, password, consent_version: CONSENT_VERSION })
    if (error) return registrationFailure(error)
    await navigate(screens.verifyEmail, { state: { email } })
    return undefined
  }

  return (
    <Page title="Регистрация" width="sm">
      <Form initialValues={NOTHING_TYPED} schema={registrationFormSchema} onSubmit={signUp}>
        <FormStack sx={{ mt: 4 }}>
          <TextField name="email" label="E-mail" type="email" required autoComplete="username" autoCapitalize="none" />
          <PasswordField
            name="password"
            label="Пароль"
            autoComplete="new-password"
            hint={<PasswordRules name="password" />}
          />
          <PasswordField name="confirmation" label="Подтверждение пароля" autoComplete="new-password" />
          <ConsentField />
          <FormAlert />
          <SubmitButton progressText="Регистрируем...">Зарегистрироваться</SubmitButton>
          <div>
            Уже есть учётная запись?{' '}
            <Link component={RouterLink} to={screens.login} sx={{ display: 'inline-block', py: 1 }}>
              Войти
            </Link>
          </div>
        </FormStack>
      </Form>
    </Page>
  )
}
