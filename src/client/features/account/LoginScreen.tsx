import Box from '@mui/material/Box'
import { useLocation } from 'react-router-dom'
import { loginFormSchema, type LoginForm } from '@contract/auth'
import { screens } from '@contract/paths'
import { useLoginMutation } from '@client/api/auth-api'
import { Form, type FormFailure } from '@client/ui/form/Form'
import { FormAlert } from '@client/ui/form/FormAlert'
import { FormStack } from '@client/ui/form/FormStack'
import { PasswordField } from '@client/ui/form/PasswordField'
import { SubmitButton } from '@client/ui/form/SubmitButton'
import { Page } from '@client/ui/Page'
import { AccountLink } from './AccountLink'
import { carriedEmail } from './carried-email'
import { EmailField } from './EmailField'
import { loginFailure } from './login-failure'
import { ProfileAwaited } from './ProfileAwaited'
import { useWayIn } from './use-way-in'

export function LoginScreen() {
  const [logIn] = useLoginMutation()
  const email = carriedEmail(useLocation().state) ?? ''
  useWayIn()

  async function enter(form: LoginForm): Promise<FormFailure | undefined> {
    const { error } = await logIn(form)
    return error && { message: loginFailure(error) }
  }

  return (
    <Page title="Вход" width="sm">
      <ProfileAwaited />
      <Form initialValues={{ email, password: '' }} schema={loginFormSchema} onSubmit={enter}>
        <FormStack sx={{ mt: 4 }}>
          <EmailField />
          <PasswordField name="password" label="Пароль" autoComplete="current-password" />
          <FormAlert />
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 1 }}>
            <SubmitButton progressText="Входим...">Войти</SubmitButton>
            <AccountLink to={screens.forgotPassword}>Забыли пароль?</AccountLink>
          </Box>
          <Box>
            Ещё нет учётной записи? <AccountLink to={screens.register}>Зарегистрироваться</AccountLink>
          </Box>
        </FormStack>
      </Form>
    </Page>
  )
}
