import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { type LoginForm, loginFormSchema } from '@contract/auth'
import { paths } from '@contract/paths'
import { LOGIN_BAD_CREDENTIALS } from '@contract/errors'
import type { SignIn } from '@contract/factors'
import { useLoginMutation } from '@client/api/auth-api'
import { Form, FormAlert, type FormFailure, FormStack } from '@client/ui/form/Form'
import { PasswordField } from '@client/ui/form/PasswordField'
import { SubmitButton } from '@client/ui/form/SubmitButton'
import { Page } from '@client/ui/Page'
import { useAccount } from '@client/store/use-account'
import { errorDetail, errorText } from '@client/api/errors'
import { AccountLink, InvitationNote } from './account-links'
import { carriedEmail, useRedirectSignedIn } from './return-location'
import { EmailField } from './EmailField'
import { PasskeyLogin } from './second-step/PasskeyLogin'
import { SecondStep } from './second-step/SecondStep'

export function LoginPage() {
  const [logIn] = useLoginMutation()
  /** The password was correct, and the account requires a second factor. */
  const [asked, setAsked] = useState<SignIn>()
  const email = carriedEmail(useLocation().state) ?? ''
  useRedirectSignedIn()

  async function enter(form: LoginForm): Promise<FormFailure | undefined> {
    const { data, error } = await logIn(form)
    if (data?.factor_needed) setAsked(data)
    return error && { message: loginFailure(error) }
  }

  if (asked?.ticket) {
    const { ticket, kinds = [] } = asked
    return (
      <Page title="Вход" lead="Пароль верный. Осталось подтвердить, что это вы." width="sm">
        <SecondStep ticket={ticket} kinds={kinds} onStartAgain={() => setAsked(undefined)} />
      </Page>
    )
  }
  return (
    <Page title="Вход" width="sm">
      <ServerSilentNotice />
      <InvitationNote />
      <Form initialValues={{ email, password: '' }} schema={loginFormSchema} onSubmit={enter}>
        <FormStack sx={{ mt: 4 }}>
          <EmailField />
          <PasswordField name="password" label="Пароль" autoComplete="current-password" />
          <FormAlert />
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 3, rowGap: 1 }}>
            <SubmitButton progressText="Входим...">Войти</SubmitButton>
            <AccountLink to={paths.forgotPassword}>Забыли пароль?</AccountLink>
          </Box>
          <PasskeyLogin />
          <Box>
            Ещё нет учётной записи? <AccountLink to={paths.register}>Зарегистрироваться</AccountLink>
          </Box>
        </FormStack>
      </Form>
    </Page>
  )
}

/**
 * For a visitor who has a token while the profile can't be fetched: says why the login is shown. The fetch is retried later.
 */
function ServerSilentNotice() {
  const { status } = useAccount()
  if (status !== 'unreached') return null
  return (
    <Alert role="status" severity="info" variant="outlined" sx={{ mt: 3 }}>
      Сервер сейчас не отвечает. Мы попробуем снова через несколько секунд, и страница откроется сама.
    </Alert>
  )
}

const WRONG_CREDENTIALS = 'Неверный логин или пароль'
const LOGIN_FAILED = 'Не удалось войти. Пожалуйста, попробуйте позже.'

/** The message after a failed login. A detail of the server that names a field becomes a sentence. */
function loginFailure(error: unknown): string {
  const detail = errorDetail(error)
  if (typeof detail === 'string' && detail !== LOGIN_BAD_CREDENTIALS) {
    if (/email/i.test(detail)) return 'Неверный логин'
    if (/password/i.test(detail)) return 'Неверный пароль'
  }
  return errorText(error, { codes: { [LOGIN_BAD_CREDENTIALS]: WRONG_CREDENTIALS }, fallback: LOGIN_FAILED })
}
