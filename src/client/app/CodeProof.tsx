import { codeSchema } from '@contract/factors'
import { DialogFormButtons } from '@client/ui/form/DialogFormButtons'
import { Form } from '@client/ui/form/Form'
import { FormAlert } from '@client/ui/form/FormAlert'
import { FormStack } from '@client/ui/form/FormStack'
import { TextField } from '@client/ui/form/TextField'
import type { ProofProps } from './PasswordProof'

/** A one-time code, in the dialog that confirms the account holder. */
export function CodeProof({ onSubmit, onClose, otherWays }: ProofProps) {
  return (
    <Form initialValues={{ code: '' }} schema={codeSchema} onSubmit={onSubmit}>
      <FormStack>
        <TextField
          name="code"
          label="Код из приложения"
          hint="Шесть цифр, которые сейчас показывает приложение на вашем телефоне."
          inputMode="numeric"
          autoComplete="one-time-code"
          autoCapitalize="none"
          required
        />
        {otherWays}
        <FormAlert />
        <DialogFormButtons onCancel={onClose} progressText="Проверяем...">
          Подтвердить
        </DialogFormButtons>
      </FormStack>
    </Form>
  )
}
