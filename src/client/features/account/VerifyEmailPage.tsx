import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useFormikContext } from 'formik'
import { Navigate, useLocation, useSearchParams } from 'react-router-dom'
import { useEffect } from 'react'
import { type EmailOnly, emailOnlySchema } from '@contract/auth'
import { VERIFICATION_LINK_HOURS } from '@contract/retention'
import { counted, HOURS, SECONDS } from '@contract/plurals'
import { useAccount } from '@client/store/use-account'
import { Page } from '@client/ui/Page'
import { api, idTag } from '@client/api/api'
import { useRequestVerifyTokenMutation } from '@client/api/auth-api'
import { errorText } from '@client/api/errors'
import { useAppDispatch } from '@client/store/hooks'
import { ARIA_DISABLED_LOOK } from '@client/ui/styles'
import { Form, FormAlert, type FormFailure, FormStack } from '@client/ui/form/Form'
import { TextField } from '@client/ui/form/TextField'
import { useToast } from '@client/ui/toasts'
import { CorrectEmail } from './CorrectEmail'
import { carriedEmail } from './carried-email'
import { returnAddress } from './return-address'
import { LoginRedirect } from './LoginRedirect'
import { useCountdown } from './use-countdown'

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

  if (user?.is_verified) return <Navigate to={returnAddress(state)} replace />
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
