import { useState } from 'react'
import { useToast } from '@client/ui/toasts'
import { PasswordChangeForm } from './PasswordChangeForm'
import { type Disclosure, Setting } from './Setting'

const CHANGED = 'Пароль изменён'

interface PasswordSettingProps extends Disclosure {
  email: string
  onChanged: () => void
}

/** Changes the password of the account. */
export function PasswordSetting({ email, onChanged, ...disclosure }: PasswordSettingProps) {
  const [done, setDone] = useState<string>()
  const toast = useToast()

  function finish(): void {
    toast.success(CHANGED)
    setDone(`${CHANGED}. На других устройствах нужно будет войти заново.`)
    disclosure.onClose()
    onChanged()
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
