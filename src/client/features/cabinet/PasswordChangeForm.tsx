import { passwordChangeFormSchema, type PasswordChangeForm as PasswordChange } from '@contract/user'
import { useChangePasswordMutation } from '@client/api/user-api'
import type { FormFailure } from '@client/ui/form/Form'
import { PasswordField } from '@client/ui/form/PasswordField'
import { PasswordRules } from '@client/ui/form/PasswordRules'
import { CurrentPassword } from './CurrentPassword'
import { confirmationFailure } from './confirmation-failure'
import type { SettingFormEvents } from './Setting'
import { SettingForm } from './SettingForm'

const NOTHING_TYPED: PasswordChange = { current_password: '', new_password: '', confirmation: '' }

export function PasswordChangeForm({ email, onDone, onCancel }: SettingFormEvents & { email: string }) {
  const [changePassword] = useChangePasswordMutation()

  async function change({ current_password, new_password }: PasswordChange): Promise<FormFailure | undefined> {
    const { error } = await changePassword({ current_password, new_password })
    if (error) return confirmationFailure(error, { secret: 'current_password', failed: 'Пароль не изменён' })
    onDone()
    return undefined
  }

  return (
    <SettingForm initialValues={NOTHING_TYPED} schema={passwordChangeFormSchema} onSubmit={change} onCancel={onCancel}>
      <CurrentPassword email={email} />
      <PasswordField
        name="new_password"
        label="Новый пароль"
        autoComplete="new-password"
        hint={<PasswordRules name="new_password" />}
      />
      <PasswordField name="confirmation" label="Подтверждение пароля" autoComplete="new-password" />
    </SettingForm>
  )
}
