import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useLocation, useParams } from 'react-router-dom'
import { type EmailOnly, emailOnlySchema, type PasswordResetForm, passwordResetFormSchema } from '@contract/auth'
import {
  RESET_PASSWORD_BAD_TOKEN,
  RESET_PASSWORD_INVALID_PASSWORD,
  RESET_PASSWORD_TOO_MANY_REQUESTS,
  USER_NOT_FOUND,
} from '@contract/errors'
import { paths } from '@contract/paths'
import { useForgotPasswordMutation, useResetPasswordMutation } from '@client/api/auth-api'
import { errorText, fieldTexts } from '@client/api/errors'
import { useAccount } from '@client/store/use-account'
import { Loading } from '@client/ui/Loading'
import { Page } from '@client/ui/Page'
import { FOCUS_AREA, focusElement } from '@client/ui/focus'
import { Form, FormAlert, type FormFailure, FormStack } from '@client/ui/form/Form'
import { PasswordField, PasswordRules } from '@client/ui/form/PasswordField'
import { SubmitButton } from '@client/ui/form/SubmitButton'
import { useNavigateUnlessLeft } from '@client/ui/navigation'
import { useToast } from '@client/ui/toasts'
import { EmailField } from './EmailField'
import { LoginRedirect } from './LoginRedirect'
import { carriedEmail } from './return-location'
import { BackLink, NewLetterLink } from './account-links'
import { invalidPasswordReason } from './invalid-password'

/** Sends a letter that replaces a forgotten password. Open to signed-in users too: changing a password needs the old one. */
export function ForgotPasswordPage() {
  const { status, user } = useAccount()
  const state: unknown = useLocation().state
  const [sentTo, setSentTo] = useState<string>()

  if (sentTo) return <RecoveryLetterSent email={sentTo} onOnceMore={() => setSentTo(undefined)} />

  return (
    <Page
      title="Восстановление пароля"
      lead="Укажите адрес, с которым вы регистрировались. Мы пришлём на него ссылку, чтобы задать новый пароль."
      width="sm"
    >
      {status === 'unknown' ? (
        <Loading />
      ) : (
        <RecoveryForm email={carriedEmail(state) ?? user?.email ?? ''} onSent={setSentTo} />
      )}
    </Page>
  )
}

interface RecoveryFormProps {
  /** The e-mail as far as it is known. */
  email: string
  onSent: (email: string) => void
}

/** Requests the letter with the link that sets a new password. */
function RecoveryForm({ email: knownEmail, onSent }: RecoveryFormProps) {
  const [forgotPassword] = useForgotPasswordMutation()

  async function askForLetter({ email }: EmailOnly): Promise<FormFailure | undefined> {
    const { error } = await forgotPassword({ email })
    if (error) return letterFailure(error)
    onSent(email)
    return undefined
  }

  return (
    <Form initialValues={{ email: knownEmail }} schema={emailOnlySchema} onSubmit={askForLetter}>
      <FormStack sx={{ mt: 4 }}>
        <EmailField />
        <FormAlert />
        <SubmitButton>Отправить письмо</SubmitButton>
        <BackLink />
      </FormStack>
    </Form>
  )
}

interface RecoveryLetterSentProps {
  email: string
  onOnceMore: () => void
}

/** Shown after the letter was sent: the next steps. */
function RecoveryLetterSent({ email, onOnceMore }: RecoveryLetterSentProps) {
  return (
    <Box ref={focusElement} {...FOCUS_AREA}>
      <Page
        title="Письмо отправлено"
        lead={`Мы отправили письмо на ${email}. Откройте ссылку из него, чтобы задать новый пароль: она действует один час.`}
        width="sm"
      >
        <Typography color="textSecondary" sx={{ mt: 3 }}>
          Если письма нет через несколько минут, проверьте папку «Спам».
        </Typography>
        <Box sx={{ mt: 3, display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 1 }}>
          <Button variant="outlined" onClick={onOnceMore}>
            Запросить ещё раз
          </Button>
          <BackLink email={email} />
        </Box>
      </Page>
    </Box>
  )
}

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

interface NewPasswordFormProps {
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

const NO_SUCH_USER = 'Пользователь с таким email не найден.'
const TOO_MANY_REQUESTS = 'Слишком много запросов. Попробуйте позже.'
const LETTER_FAILED = 'Не удалось отправить письмо. Пожалуйста, попробуйте позже.'

const RESET_FAILED = 'Ошибка при сбросе пароля. Возможно, токен устарел или недействителен.'
const PASSWORD_REFUSED = 'Пароль не изменён: выберите, пожалуйста, другой.'

/** The error of the form if no letter was sent. */
function letterFailure(error: unknown): FormFailure {
  const codes = {
    [USER_NOT_FOUND]: NO_SUCH_USER,
    [RESET_PASSWORD_BAD_TOKEN]: NO_SUCH_USER,
    [RESET_PASSWORD_TOO_MANY_REQUESTS]: TOO_MANY_REQUESTS,
  }
  return { message: errorText(error, { codes, fallback: LETTER_FAILED }), fields: fieldTexts(error) }
}

/** The error of the form if the password was not changed. If the new password was rejected, the reason is at its field. */
function resetFailure(error: unknown): FormFailure {
  const { token, password = invalidPasswordReason(error, RESET_PASSWORD_INVALID_PASSWORD) } = fieldTexts(error)
  if (password) return { message: PASSWORD_REFUSED, fields: { password } }
  // Details about a malformed token mean nothing to a visitor who followed a link.
  if (token) return { message: RESET_FAILED }
  return { message: errorText(error, { fallback: RESET_FAILED }) }
}
