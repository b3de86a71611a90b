import { useState } from 'react'
import { useToast } from '@client/ui/toasts'
import { PasswordChangeForm } from './PasswordChangeForm'
import { type Disclosure, Setting } from './Setting'

const CHANGED = 'Пароль изменён'

/** Changes the password of the account. */
export function PasswordSetting({ email, ...disclosure }: Disclosure & { email: string }) {
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
      description="С ним вы входите на сайт. После смены пароля другие устройства попросят войти заново."
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
