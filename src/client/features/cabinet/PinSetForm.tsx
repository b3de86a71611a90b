import { type PinChoice, pinSchema } from '@contract/user'
import { formFailure } from '@client/api/form-failure'
import { useSetPinMutation } from '@client/api/user-api'
import type { FormFailure } from '@client/ui/form/Form'
import { PIN_HINT } from './pin-texts'
import { PinField } from './PinField'
import type { SettingFormEvents } from './Setting'
import { SettingForm } from './SettingForm'

const NOTHING_TYPED: PinChoice = { pin_code: '' }
const FAILED = 'PIN-код не установлен. Пожалуйста, попробуйте позже.'

/** The first PIN of an account. */
export function PinSetForm({ onDone, onCancel }: SettingFormEvents) {
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
