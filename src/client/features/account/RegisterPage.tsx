import { useLocation } from 'react-router-dom'
import type { InferType } from 'yup'
import { registrationFormSchema } from '@contract/auth'
import { CONSENT_VERSION } from '@contract/consent'
import { paths } from '@contract/paths'
import { REGISTER_INVALID_PASSWORD, REGISTER_USER_ALREADY_EXISTS } from '@contract/errors'
import { useRegisterMutation } from '@client/api/auth-api'
import { AgreementNote, ConsentField } from '@client/ui/form/CheckboxField'
import { Form, FormAlert, type FormFailure, FormStack } from '@client/ui/form/Form'
import { PasswordField, PasswordRules } from '@client/ui/form/PasswordField'
import { SubmitButton } from '@client/ui/form/SubmitButton'
import { Page } from '@client/ui/Page'
import { FreeNote } from '@client/ui/FreeNote'
import { useToast } from '@client/ui/toasts'
import { useNavigateUnlessLeft } from '@client/ui/navigation'
import { errorText, fieldTexts } from '@client/api/errors'
import { AccountLink, InvitationNote } from './account-links'
import { carriedEmail, carryingEmail, useRedirectSignedIn } from './return-location'
import { EmailField } from './EmailField'
import { invalidPasswordReason } from './invalid-password'

type RegistrationForm = InferType<typeof registrationFormSchema>

export function RegisterPage() {
  const [register] = useRegisterMutation()
  const navigateUnlessLeft = useNavigateUnlessLeft()
  const toast = useToast()
  const state: unknown = useLocation().state
  useRedirectSignedIn()

  async function signUp({ email, password }: RegistrationForm): Promise<FormFailure | undefined> {
    const { error } = await register({ email, password, consent_version: CONSENT_VERSION })
    if (error) return registrationFailure(error)
    const isLed = await navigateUnlessLeft(paths.verifyEmail, { state: carryingEmail(state, email) })
    if (!isLed) toast.success(`Вы зарегистрированы. Мы отправили письмо на ${email}, чтобы подтвердить адрес.`)
    return undefined
  }

  return (
    <Page title="Регистрация" width="sm">
      <FreeNote />
      <InvitationNote />
      <Form initialValues={blankFor(carriedEmail(state))} schema={registrationFormSchema} onSubmit={signUp}>
        <FormStack sx={{ mt: 4 }}>
          <EmailField />
          <PasswordField
            name="password"
            label="Пароль"
            autoComplete="new-password"
            hint={<PasswordRules name="password" />}
          />
          <PasswordField name="confirmation" label="Подтверждение пароля" autoComplete="new-password" />
          <ConsentField />
          <AgreementNote doing="Регистрируясь" />
          <FormAlert />
          <SubmitButton progressText="Регистрируем...">Зарегистрироваться</SubmitButton>
          <div>
            Уже есть учётная запись? <AccountLink to={paths.login}>Войти</AccountLink>
          </div>
        </FormStack>
      </Form>
    </Page>
  )
}

function blankFor(email = ''): RegistrationForm {
  return { email, password: '', confirmation: '', consent: false }
}

const EMAIL_TAKEN = 'Пользователь с таким email уже существует'
const REGISTRATION_FAILED = 'Не удалось зарегистрироваться. Пожалуйста, попробуйте позже.'

/** The error of the form if no account was created. */
function registrationFailure(error: unknown): FormFailure {
  const { consent_version: consent, ...fields } = fieldTexts(error)
  if (consent) return { message: consent, fields: { ...fields, consent } }
  const message = errorText(error, {
    codes: { [REGISTER_USER_ALREADY_EXISTS]: EMAIL_TAKEN },
    fallback: REGISTRATION_FAILED,
  })
  const reason = invalidPasswordReason(error, REGISTER_INVALID_PASSWORD)
  return { message, fields: reason ? { password: reason } : fields }
}
