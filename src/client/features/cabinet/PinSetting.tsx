import { useState } from 'react'
import { PIN_ANCHOR } from '@contract/paths'
import { type PinChoice, pinSchema } from '@contract/user'
import { formFailure } from '@client/api/errors'
import { useSetPinMutation } from '@client/api/user-api'
import type { FormFailure } from '@client/ui/form/Form'
import { useToast } from '@client/ui/toasts'
import { PinField } from './PinField'
import { PinReplacement } from './PinReplacement'
import { type Disclosure, Setting, type SettingFormEvents } from './Setting'
import { SettingForm } from './SettingForm'
import { PIN_HINT } from './pin-texts'

const PURPOSE =
  'PIN-код открывает ваши закрытые мемориалы тем, кому вы его сообщите. Если его сменить, прежний код больше ничего не откроет, даже тем, кто уже вошёл по нему.'
const PIN_SET = 'PIN-код установлен'
const PIN_CHANGED = 'PIN-код изменён'

export interface PinSettingProps extends Disclosure {
  email: string
  hasPin: boolean
}

/** Sets, changes or replaces the PIN of the account's closed memorials. */
export function PinSetting({ email, hasPin, ...disclosure }: PinSettingProps) {
  const [done, setDone] = useState<string>()
  const toast = useToast()

  const finishWith = (message: string, consequence: string) => () => {
    toast.success(message)
    setDone(`${message}. ${consequence}`)
    disclosure.onClose()
  }

  return (
    <Setting
      {...disclosure}
      id={PIN_ANCHOR}
      title="PIN-код"
      description={PURPOSE}
      openLabel={hasPin ? 'Изменить PIN-код' : 'Установить PIN-код'}
      done={done}
      onOpen={() => {
        setDone(undefined)
        disclosure.onOpen()
      }}
    >
      {hasPin ? (
        <PinReplacement
          email={email}
          onDone={finishWith(PIN_CHANGED, 'Прежний больше ничего не открывает.')}
          onCancel={disclosure.onClose}
        />
      ) : (
        <PinSetForm
          onDone={finishWith(PIN_SET, 'Сообщите его тем, кому хотите открыть закрытые мемориалы.')}
          onCancel={disclosure.onClose}
        />
      )}
    </Setting>
  )
}

const NOTHING_TYPED: PinChoice = { pin_code: '' }
const FAILED = 'PIN-код не установлен. Пожалуйста, попробуйте позже.'

/** The first PIN of an account. */
function PinSetForm({ onDone, onCancel }: SettingFormEvents) {
  const [setPin] = useSetPinMutation()

  async function set(choice: PinChoice): Promise<FormFailure | undefined> {
    const { error } = await setPin(choice)
    if (error) return formFailure(error, { fallback: FAILED })
    onDone()
    return undefined
  }

  return (
    <SettingForm initialValues={NOTHING_TYPED} schema={pinSchema} onSubmit={set} onCancel={onCancel}>
      <PinField name="pin_code" label="PIN-код" hint={PIN_HINT} />
    </SettingForm>
  )
}
