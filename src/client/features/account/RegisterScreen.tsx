import MuiLink from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { Link, useNavigate } from 'react-router-dom'
import type { InferType } from 'yup'
import { CONSENT_VERSION, registrationFormSchema } from '@contract/auth'
import { REGISTER_USER_ALREADY_EXISTS } from '@contract/errors'
import { screens } from '@contract/paths'
import { useRegisterMutation } from '@client/api/auth-api'
import { errorDetail, errorText } from '@client/api/errors'
import { CheckboxField } from '@client/ui/form/CheckboxField'
import { Form, type FormFailure } from '@client/ui/form/Form'
import { FormAlert } from '@client/ui/form/FormAlert'
import { FormStack } from '@client/ui/form/FormStack'
import { PasswordField } from '@client/ui/form/PasswordField'
import { PasswordRules } from '@client/ui/form/PasswordRules'
import { SubmitButton } from '@client/ui/form/SubmitButton'
import { TextField } from '@client/ui/form/TextField'
import { Page } from '@client/ui/Page'

type RegistrationForm = InferType<typeof registrationFormSchema>

const EMAIL_TAKEN = 'Пользователь с таким email уже существует'
const REGISTRATION_FAILED = 'Не удалось зарегистрироваться. Пожалуйста, попробуйте позже.'

const INITIAL: RegistrationForm = { email: '', password: '', confirmation: '', consent: false }

export function RegisterScreen() {
  const navigate = useNavigate()
  const [register] = useRegisterMutation()

  async function submit({ email, password }: RegistrationForm): Promise<FormFailure | undefined> {
    const answer = await register({ email, password, consent_version: CONSENT_VERSION })
    if (answer.error) return failureOf(answer.error)
    await navigate(screens.verifyEmail, { state: { email } })
    return undefined
  }

  return (
    <Page title="Регистрация" width="sm" lead="Учётная запись нужна, чтобы создавать страницы памяти и беречь их.">
      <Form initialValues={INITIAL} schema={registrationFormSchema} onSubmit={submit}>
        <FormStack sx={{ mt: 4 }}>
          <FormAlert />
          <TextField name="email" label="E-mail" type="email" required autoComplete="email" autoCapitalize="none" />
          <PasswordField
            name="password"
            label="Пароль"
            autoComplete="new-password"
            hint={<PasswordRules name="password" />}
          />
          <PasswordField name="confirmation" label="Подтверждение пароля" autoComplete="new-password" />
          <CheckboxField name="consent" label={<ConsentLabel />} />
          <SubmitButton>Зарегистрироваться</SubmitButton>
        </FormStack>
      </Form>
      <Typography sx={{ mt: 4 }}>
        Уже есть учётная запись?{' '}
        <MuiLink component={Link} to={screens.login}>
          Войти
        </MuiLink>
      </Typography>
    </Page>
  )
}

function ConsentLabel() {
  return (
    <>
      Даю{' '}
      <MuiLink component={Link} to={screens.consent} target="_blank">
        согласие на обработку персональных данных
      </MuiLink>
    </>
  )
}

function failureOf(error: unknown): FormFailure {
  const message = errorText(error, {
    fallback: REGISTRATION_FAILED,
    codes: { [REGISTER_USER_ALREADY_EXISTS]: EMAIL_TAKEN },
  })
  if (errorDetail(error) === REGISTER_USER_ALREADY_EXISTS) return { message, fields: { email: message } }
  return { message }
}
