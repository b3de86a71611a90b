import MuiLink from '@mui/material/Link'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { type Confirmation, confirmationSchema } from '@contract/auth'
import { paths } from '@contract/paths'
import { useAccount } from '@client/store/use-account'
import { DialogFormButtons } from '@client/ui/form/DialogFormButtons'
import { Form, type FormFailure } from '@client/ui/form/Form'
import { FormAlert } from '@client/ui/form/FormAlert'
import { FormStack } from '@client/ui/form/FormStack'
import { PasswordField } from '@client/ui/form/PasswordField'

export interface ProofProps {
  onSubmit: (proof: Confirmation) => Promise<FormFailure | undefined>
  onClose: () => void
  otherWays: ReactNode
}

/** The account's password, in the dialog that confirms the account holder. */
export function PasswordProof({ onSubmit, onClose, otherWays }: ProofProps) {
  const { user } = useAccount()
  return (
    <Form initialValues={{ password: '' }} schema={confirmationSchema} onSubmit={onSubmit}>
      <FormStack>
        {/* Tells password managers to which account the password belongs. */}
        <input hidden readOnly type="text" autoComplete="username" value={user?.email ?? ''} />
        <PasswordField name="password" label="Пароль" autoComplete="current-password" />
        <MuiLink component={Link} to={paths.forgotPassword} onClick={onClose} sx={{ alignSelf: 'flex-start' }}>
          Забыли пароль?
        </MuiLink>
        {otherWays}
        <FormAlert />
        <DialogFormButtons onCancel={onClose} progressText="Проверяем...">
          Подтвердить
        </DialogFormButtons>
      </FormStack>
    </Form>
  )
}
