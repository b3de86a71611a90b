import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { emailChangeSchema, type EmailChange } from '@contract/leaving'
import { useChangeEmailMutation } from '@client/api/user-api'
import { errorStatus, errorText, fieldTexts } from '@client/api/errors'
import { focusFirstField, Form, FormAlert, type FormFailure, FormStack } from '@client/ui/form/Form'
import { useReturnedFocus } from '@client/ui/focus'
import { PasswordField } from '@client/ui/form/PasswordField'
import { SubmitButton } from '@client/ui/form/SubmitButton'
import { TextField } from '@client/ui/form/TextField'

const WRONG_PASSWORD_STATUS = 400
const NOT_SENT = 'Письмо не отправлено. Пожалуйста, попробуйте ещё раз.'

/** For an account whose e-mail was mistyped at registration: sends the letter to the right one. */
export function CorrectEmail({ email }: { email: string }) {
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
