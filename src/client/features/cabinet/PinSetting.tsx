import { useState } from 'react'
import { PIN_ANCHOR } from '@contract/paths'
import { useToast } from '@client/ui/toasts'
import { PinReplacement } from './PinReplacement'
import { PinSetForm } from './PinSetForm'
import { type Disclosure, Setting } from './Setting'

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
