import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useFormikContext } from 'formik'
import { Navigate, useLocation, useSearchParams } from 'react-router-dom'
import { useEffect, useState } from 'react'
import { type EmailOnly, emailOnlySchema } from '@contract/auth'
import { type EmailChange, emailChangeSchema } from '@contract/leaving'
import { VERIFICATION_LINK_HOURS } from '@contract/retention'
import { counted, HOURS, SECONDS } from '@contract/plurals'
import { useAccount } from '@client/store/use-account'
import { Page } from '@client/ui/Page'
import { api, idTag } from '@client/api/api'
import { useRequestVerifyTokenMutation } from '@client/api/auth-api'
import { errorStatus, errorText, fieldTexts } from '@client/api/errors'
import { useChangeEmailMutation } from '@client/api/user-api'
import { useAppDispatch } from '@client/store/hooks'
import { useReturnedFocus } from '@client/ui/focus'
import { ARIA_DISABLED_LOOK } from '@client/ui/styles'
import { focusFirstField, Form, FormAlert, type FormFailure, FormStack } from '@client/ui/form/Form'
import { PasswordField } from '@client/ui/form/PasswordField'
import { SubmitButton } from '@client/ui/form/SubmitButton'
import { TextField } from '@client/ui/form/TextField'
import { useToast } from '@client/ui/toasts'
import { carriedEmail, returnLocation } from './return-location'
import { LoginRedirect, useCountdown } from './LoginRedirect'

const REDIRECT_AFTER_SECONDS = 5

/** Says whether the e-mail was confirmed, or how to get the confirmation letter. */
export function VerifyEmailPage() {
  const [params] = useSearchParams()

  switch (params.get('verified')) {
    case 'success':
      return (
        <Page title="E-mail подтверждён" lead="Спасибо. Теперь вы можете создавать мемориалы." width="sm">
          <LoginRedirect seconds={REDIRECT_AFTER_SECONDS} />
        </Page>
      )
    case 'error':
      return (
        <Page
          title="Не удалось подтвердить e-mail"
          lead={`Ссылка неверна или устарела: она действует ${counted(VERIFICATION_LINK_HOURS, HOURS)}. Войдите, чтобы получить новое письмо.`}
          width="sm"
        >
          <LoginRedirect seconds={REDIRECT_AFTER_SECONDS} />
        </Page>
      )
    default:
      return <ConfirmationAwaited />
  }
}

/** Redirects a signed-in visitor as soon as the e-mail is confirmed, in this tab or elsewhere. */
function ConfirmationAwaited() {
  const { user } = useAccount()
  const state: unknown = useLocation().state
  const email = carriedEmail(state) ?? user?.email
  useRefetchOnReturn()

  if (user?.is_verified) return <Navigate to={returnLocation(state)} replace />
  return (
    <Page title="Подтвердите e-mail" lead={letterSent(email)} width="sm">
      <ResendLetter email={email} />
      {user && <CorrectEmail email={user.email} />}
    </Page>
  )
}

function letterSent(email: string | undefined): string {
  if (!email) return 'Откройте ссылку из письма, которое мы отправили при регистрации.'
  return `Мы отправили письмо на ${email}. Откройте ссылку из него, чтобы подтвердить адрес.`
}

/** Refetches the profile when the visitor returns to this tab: the letter opens in another tab or browser. */
function useRefetchOnReturn(): void {
  const dispatch = useAppDispatch()

  useEffect(() => {
    const askAgain = () => {
      if (!document.hidden) dispatch(api.util.invalidateTags([idTag('User', 'me')]))
    }
    document.addEventListener('visibilitychange', askAgain)
    return () => document.removeEventListener('visibilitychange', askAgain)
  }, [dispatch])
}

const RESEND_PAUSE_SECONDS = 60
const RESEND_FAILED = 'Не удалось отправить письмо. Пожалуйста, попробуйте позже.'

/** Sends the confirmation letter again. Asks for the e-mail if it is unknown. */
function ResendLetter({ email }: { email: string | undefined }) {
  const [requestLetter] = useRequestVerifyTokenMutation()
  const { secondsLeft, restart } = useCountdown(0)
  const toast = useToast()

  async function resend(address: EmailOnly): Promise<FormFailure | undefined> {
    if (secondsLeft > 0) return undefined
    const { error } = await requestLetter(address)
    if (error) return { message: errorText(error, { fallback: RESEND_FAILED }) }
    toast.success('Письмо отправлено. Проверьте и папку «Спам».')
    restart(RESEND_PAUSE_SECONDS)
    return undefined
  }

  return (
    <Form key={email} initialValues={{ email: email ?? '' }} schema={emailOnlySchema} onSubmit={resend}>
      <FormStack sx={{ mt: 4 }}>
        {!email && (
          <TextField name="email" label="E-mail" type="email" required autoComplete="email" autoCapitalize="none" />
        )}
        <FormAlert />
        <ResendButton secondsLeft={secondsLeft} />
      </FormStack>
    </Form>
  )
}

/**
 * Disabled for a minute after each letter, since letters may be slow. Disabled by `aria-disabled` only, so that it stays
 * focused; the form blocks submits for that time.
 */
function ResendButton({ secondsLeft }: { secondsLeft: number }) {
  const { isSubmitting } = useFormikContext()
  const isPaused = secondsLeft > 0
  return (
    <Box>
      <Button
        type="submit"
        variant="outlined"
        aria-disabled={isPaused || isSubmitting}
        sx={isPaused ? ARIA_DISABLED_LOOK : undefined}
      >
        Отправить письмо ещё раз
      </Button>
      <Typography variant="body2" color="textSecondary" sx={{ mt: 1, minHeight: 26 }}>
        {isPaused && `Можно будет через ${counted(secondsLeft, SECONDS)}.`}
      </Typography>
    </Box>
  )
}

const WRONG_PASSWORD_STATUS = 400
const NOT_SENT = 'Письмо не отправлено. Пожалуйста, попробуйте ещё раз.'

/** For an account whose e-mail was mistyped at registration: sends the letter to the right one. */
function CorrectEmail({ email }: { email: string }) {
  const [isOpen, setOpen] = useState(false)
  const [sentTo, setSentTo] = useState<string>()
  const button = useReturnedFocus(isOpen)

  return (
    <Box sx={{ mt: 4 }}>
      {sentTo && (
        <Alert role="status" severity="success" variant="outlined" sx={{ mb: 2 }}>
          Мы отправили письмо на {sentTo}. Откройте ссылку из него, и этот адрес станет вашим.
        </Alert>
      )}
      {isOpen ? (
        <CorrectionForm
          email={email}
          onSent={(address) => {
            setSentTo(address)
            setOpen(false)
          }}
          onCancel={() => setOpen(false)}
        />
      ) : (
        <>
          <Typography color="textSecondary">В адресе опечатка? Его можно исправить.</Typography>
          <Button ref={button} variant="outlined" onClick={() => setOpen(true)} sx={{ mt: 1 }}>
            Исправить адрес
          </Button>
        </>
      )}
    </Box>
  )
}

interface CorrectionFormProps {
  email: string
  onSent: (email: string) => void
  onCancel: () => void
}

function CorrectionForm({ email, onSent, onCancel }: CorrectionFormProps) {
  const [changeEmail] = useChangeEmailMutation()

  async function correct(values: EmailChange): Promise<FormFailure | undefined> {
    const { error } = await changeEmail(values)
    if (error) {
      const message = errorText(error, { fallback: NOT_SENT })
      const isPassword = errorStatus(error) === WRONG_PASSWORD_STATUS
      return { message, fields: isPassword ? { current_password: message } : fieldTexts(error) }
    }
    onSent(values.email)
    return undefined
  }

  return (
    <div ref={focusFirstField}>
      <Form initialValues={{ email: '', current_password: '' }} schema={emailChangeSchema} onSubmit={correct}>
        <FormStack>
          <TextField
            name="email"
            label="Правильный e-mail"
            type="email"
            required
            autoComplete="email"
            autoCapitalize="none"
          />
          {/* Shows password managers to which account the password belongs. */}
          <input hidden readOnly type="text" autoComplete="username" value={email} />
          <PasswordField name="current_password" label="Пароль" autoComplete="current-password" />
          <FormAlert />
          <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, rowGap: 1 }}>
            <SubmitButton progressText="Отправляем...">Отправить письмо</SubmitButton>
            <Button size="large" onClick={onCancel}>
              Отмена
            </Button>
          </Box>
        </FormStack>
      </Form>
    </div>
  )
}
