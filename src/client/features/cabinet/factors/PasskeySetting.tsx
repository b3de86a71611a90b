import { useState } from 'react'
import { factorNameSchema, type FactorName } from '@contract/factors'
import { useAddPasskeyMutation, useBeginPasskeyMutation } from '@client/api/factor-api'
import { formFailure } from '@client/api/errors'
import { makePasskey, passkeyFailure } from '@client/lib/passkeys'
import type { FormFailure } from '@client/ui/form/Form'
import { TextField } from '@client/ui/form/TextField'
import { useToast } from '@client/ui/toasts'
import { type Disclosure, Setting, SettingForm } from '../Setting'

const FAILED = 'Не удалось подключить ключ доступа. Пожалуйста, попробуйте позже.'
const DONE = 'Ключ доступа подключён'

/** Adds a passkey with the browser's own dialog. */
export function PasskeySetting(disclosure: Disclosure) {
  const [begin] = useBeginPasskeyMutation()
  const [add] = useAddPasskeyMutation()
  const [done, setDone] = useState<string>()
  const toast = useToast()

  async function connect({ name }: FactorName): Promise<FormFailure | undefined> {
    const challenge = await begin()
    if (!challenge.data) return formFailure(challenge.error, { fallback: FAILED })
    try {
      const response = await makePasskey(challenge.data)
      const { error } = await add({ challenge_id: challenge.data.challenge_id, name, response })
      if (error) return formFailure(error, { fallback: FAILED })
    } catch (error) {
      return { message: passkeyFailure(error) }
    }
    toast.success(DONE)
    setDone(`${DONE}. На странице входа нажмите «Вход по ключу доступа»: пароль не понадобится.`)
    disclosure.onClose()
    return undefined
  }

  return (
    <Setting
      {...disclosure}
      title="Ключ доступа"
      description="Вход по отпечатку пальца, лицу или коду, которым вы разблокируете телефон или компьютер. Самый простой и надёжный способ: пароль вводить не нужно."
      openLabel="Подключить ключ доступа"
      done={done}
      onOpen={() => {
        setDone(undefined)
        disclosure.onOpen()
      }}
    >
      <SettingForm
        initialValues={{ name: '' }}
        schema={factorNameSchema}
        onSubmit={connect}
        onCancel={disclosure.onClose}
        submitLabel="Продолжить"
        progressText="Ждём ключ..."
      >
        <TextField name="name" label="Название" hint="Чтобы узнать его в списке: «Мой телефон», «Ноутбук»." required />
      </SettingForm>
    </Setting>
  )
}
