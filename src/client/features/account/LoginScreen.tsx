import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router-dom'
import { loginFormSchema, type LoginForm } from '@contract/auth'
import { screens } from '@contract/paths'
import { useLoginMutation } from '@client/api/auth-api'
import { Form, type FormFailure } from '@client/ui/form/Form'
import { FormAlert } from '@client/ui/form/FormAlert'
import { FormStack } from '@client/ui/form/FormStack'
import { PasswordField } from '@client/ui/form/PasswordField'
import { SubmitButton } from '@client/ui/form/SubmitButton'
import { TextField } from '@client/ui/form/TextField'
import { Page } from '@client/ui/Page'
import { loginFailure } from './login-failure'
import { useWayIn } from './use-way-in'

const NOTHING_TYPED: LoginForm = { email: '', password: '' }

export function LoginScreen() {
  const [logIn] = useLoginMutation()
  useWayIn()

  async function enter(form: LoginForm): Promise<FormFailure | undefined> {
    const { error } = await logIn(form)
    return error && { message: loginFailure(error) }
  }

  return (
    <Page title="Вход" width="sm">
      <Form initialValues={NOTHING_TYPED} schema={loginFormSchema} onSubmit={enter}>
        <FormStack sx={{ mt: 4 }}>
          <TextField name="email" label="E-mail" type="email" required autoComplete="username" autoCapitalize="none" />
          <PasswordField name="password" label="Пароль" autoComplete="current-password" />
          <FormAlert />
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 1 }}>
            <SubmitButton progressText="Входим...">Войти</SubmitButton>
            <Link component={RouterLink} to={screens.forgotPassword} sx={LINK}>
              Забыли пароль?
            </Link>
          </Box>
          <Box>
            Ещё нет учётной записи?{' '}
            <Link component={RouterLink} to={screens.register} sx={LINK}>
              Зарегистрироваться
            </Link>
          </Box>
        </FormStack>
      </Form>
    </Page>
  )
}

/** As high as a finger, on the line of its text. */
const LINK = { display: 'inline-block', py: 1 } as const
