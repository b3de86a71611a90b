import { useState } from 'react'
import { type PasswordChangeForm as PasswordChange, passwordChangeFormSchema } from '@contract/user'
import { formFailure } from '@client/api/errors'
import { useChangePasswordMutation } from '@client/api/user-api'
import type { FormFailure } from '@client/ui/form/Form'
import { PasswordField, PasswordRules } from '@client/ui/form/PasswordField'
import { useToast } from '@client/ui/toasts'
import {
  confirmationTexts,
  CurrentPassword,
  type Disclosure,
  Setting,
  SettingForm,
  type SettingFormEvents,
} from './Setting'

const CHANGED = 'Пароль изменён'

interface PasswordSettingProps extends Disclosure {
  email: string
}

/** Changes the password of the account. */
export function PasswordSetting({ email, ...disclosure }: PasswordSettingProps) {
  const [done, setDone] = useState<string>()
  const toast = useToast()

  function finish(): void {
    toast.success(CHANGED)
    setDone(`${CHANGED}. На других устройствах нужно будет войти заново.`)
    disclosure.onClose()
  }

  return (
    <Setting
      {...disclosure}
      title="Пароль"
      description="С ним вы входите на сайт. После смены пароля другие устройства попросят войти заново, а прежний адрес календаря и приглашения хранить страницу, которые ещё не приняли, перестанут действовать."
      openLabel="Изменить пароль"
      done={done}
      onOpen={() => {
        setDone(undefined)
        disclosure.onOpen()
      }}
    >
      <PasswordChangeForm email={email} onDone={finish} onCancel={disclosure.onClose} />
    </Setting>
  )
}

const NOTHING_TYPED: PasswordChange = { current_password: '', new_password: '', confirmation: '' }

function PasswordChangeForm({ email, onDone, onCancel }: SettingFormEvents & { email: string }) {
  const [changePassword] = useChangePasswordMutation()

  async function change({ current_password, new_password }: PasswordChange): Promise<FormFailure | undefined> {
    const { error } = await changePassword({ current_password, new_password })
    if (error) return formFailure(error, confirmationTexts('current_password', 'Пароль не изменён'))
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
