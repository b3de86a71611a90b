import Dialog from '@mui/material/Dialog'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import MuiLink from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { Link } from 'react-router-dom'
import { type Confirmation, confirmationSchema } from '@contract/auth'
import { screens } from '@contract/paths'
import { typeset } from '@contract/typeset'
import { useConfirmAccountMutation } from '@client/api/auth-api'
import { errorStatus } from '@client/api/errors'
import { formFailure } from '@client/api/form-failure'
import { useAccount } from '@client/store/use-account'
import { DialogFormButtons } from '@client/ui/form/DialogFormButtons'
import { Form, type FormFailure } from '@client/ui/form/Form'
import { FormAlert } from '@client/ui/form/FormAlert'
import { focusFirstField } from '@client/ui/form/form-focus'
import { FormStack } from '@client/ui/form/FormStack'
import { PasswordField } from '@client/ui/form/PasswordField'

const WRONG_PASSWORD_STATUS = 400
const TEXTS = {
  codes: { LOGIN_BAD_CREDENTIALS: 'Неверный пароль' },
  fallback: 'Не получилось проверить пароль. Пожалуйста, попробуйте ещё раз.',
}

export interface StepUpDialogProps {
  onConfirmed: () => void
  onClose: () => void
}

/** Asks for the password before what cannot be undone: the device may be in other hands. */
export function StepUpDialog({ onConfirmed, onClose }: StepUpDialogProps) {
  const titleId = useId()
  const textId = useId()
  const { user } = useAccount()
  const [confirm] = useConfirmAccountMutation()

  async function send(values: Confirmation): Promise<FormFailure | undefined> {
    const { error } = await confirm(values)
    if (!error) {
      onConfirmed()
      return undefined
    }
    const failure = formFailure(error, TEXTS)
    const isPassword = errorStatus(error) === WRONG_PASSWORD_STATUS
    return isPassword ? { ...failure, fields: { password: failure.message }, cleared: ['password'] } : failure
  }

  return (
    <Dialog
      open
      onClose={(_event, reason) => {
        if (reason === 'escapeKeyDown') onClose()
      }}
      aria-labelledby={titleId}
      aria-describedby={textId}
      fullWidth
      maxWidth="xs"
    >
      <DialogTitle id={titleId}>Подтвердите, что это вы</DialogTitle>
      <DialogContent ref={focusFirstField} sx={{ scrollPaddingBottom: 80 }}>
        <Typography id={textId} sx={{ mb: 2 }}>
          {typeset(
            'Это важное действие, и мы хотим быть уверены, что его совершаете вы. Введите, пожалуйста, пароль. Следующие десять минут мы не будем его спрашивать.',
          )}
        </Typography>
        <Form initialValues={{ password: '' }} schema={confirmationSchema} onSubmit={send}>
          <FormStack>
            {/* So that password managers know to which account the password belongs. */}
            <input hidden readOnly type="text" autoComplete="username" value={user?.email ?? ''} />
            <PasswordField name="password" label="Пароль" autoComplete="current-password" />
            <MuiLink component={Link} to={screens.forgotPassword} onClick={onClose} sx={{ alignSelf: 'flex-start' }}>
              Забыли пароль?
            </MuiLink>
            <FormAlert />
            <DialogFormButtons onCancel={onClose} progressText="Проверяем...">
              Подтвердить
            </DialogFormButtons>
          </FormStack>
        </Form>
      </DialogContent>
    </Dialog>
  )
}
