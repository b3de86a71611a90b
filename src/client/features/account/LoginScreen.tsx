import MuiLink from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useEffect } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { type LoginForm, loginFormSchema } from '@contract/auth'
import { LOGIN_BAD_CREDENTIALS } from '@contract/errors'
import { screens } from '@contract/paths'
import { useLoginMutation } from '@client/api/auth-api'
import { errorText } from '@client/api/errors'
import { useAccount } from '@client/store/use-account'
import { Form, type FormFailure } from '@client/ui/form/Form'
import { FormAlert } from '@client/ui/form/FormAlert'
import { FormStack } from '@client/ui/form/FormStack'
import { PasswordField } from '@client/ui/form/PasswordField'
import { SubmitButton } from '@client/ui/form/SubmitButton'
import { TextField } from '@client/ui/form/TextField'
import { Page } from '@client/ui/Page'
import { returnAddress } from './return-address'

const BAD_CREDENTIALS = 'Неверный логин или пароль'
const LOGIN_FAILED = 'Не удалось войти. Пожалуйста, попробуйте позже.'

const INITIAL: LoginForm = { email: '', password: '' }

export function LoginScreen() {
  const [login] = useLoginMutation()
  useLeaveWhenSignedIn()

  async function submit(form: LoginForm): Promise<FormFailure | undefined> {
    const { error } = await login(form)
    if (!error) return undefined
    return {
      message: errorText(error, { fallback: LOGIN_FAILED, codes: { [LOGIN_BAD_CREDENTIALS]: BAD_CREDENTIALS } }),
    }
  }

  return (
    <Page title="Вход" width="sm">
      <Form initialValues={INITIAL} schema={loginFormSchema} onSubmit={submit}>
        <FormStack sx={{ mt: 4 }}>
          <FormAlert />
          <TextField name="email" label="E-mail" type="email" required autoComplete="username" autoCapitalize="none" />
          <PasswordField name="password" label="Пароль" autoComplete="current-password" />
          <SubmitButton progressText="Входим...">Войти</SubmitButton>
        </FormStack>
      </Form>
      <Typography sx={{ mt: 3 }}>
        <MuiLink component={Link} to={screens.forgotPassword}>
          Забыли пароль?
        </MuiLink>
      </Typography>
      <Typography sx={{ mt: 1.5 }}>
        Ещё нет учётной записи?{' '}
        <MuiLink component={Link} to={screens.register}>
          Зарегистрироваться
        </MuiLink>
      </Typography>
    </Page>
  )
}

/** Whoever has an account goes on to where they came from; the screens behind guards ask for a confirmed e-mail. */
function useLeaveWhenSignedIn(): void {
  const { user } = useAccount()
  const { state } = useLocation()
  const navigate = useNavigate()

  useEffect(() => {
    if (!user) return
    if (user.is_verified) void navigate(returnAddress(state), { replace: true })
    else void navigate(screens.verifyEmail, { replace: true, state: { email: user.email } })
  }, [user, state, navigate])
}
