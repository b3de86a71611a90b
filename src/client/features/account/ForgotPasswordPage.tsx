import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { type EmailOnly, emailOnlySchema } from '@contract/auth'
import { useForgotPasswordMutation } from '@client/api/auth-api'
import { useAccount } from '@client/store/use-account'
import { Loading } from '@client/ui/Loading'
import { Page } from '@client/ui/Page'
import { FOCUS_AREA, focusElement } from '@client/ui/focus'
import { Form, FormAlert, type FormFailure, FormStack } from '@client/ui/form/Form'
import { SubmitButton } from '@client/ui/form/SubmitButton'
import { EmailField } from './EmailField'
import { carriedEmail } from './carried-email'
import { BackLink } from './account-links'
import { letterFailure } from './recovery-failure'

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

export interface RecoveryFormProps {
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

export interface RecoveryLetterSentProps {
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
