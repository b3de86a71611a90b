import { type PinChange, pinChangeSchema } from '@contract/user'
import { useChangePinMutation } from '@client/api/user-api'
import type { FormFailure } from '@client/ui/form/Form'
import { confirmationFailure } from './confirmation-failure'
import { OtherWay } from './OtherWay'
import { PIN_HINT, PIN_UNCHANGED } from './pin-texts'
import { PinField } from './PinField'
import type { SettingFormEvents } from './Setting'
import { SettingForm } from './SettingForm'

const NOTHING_TYPED: PinChange = { current_pin_code: '', new_pin_code: '' }

export function PinChangeForm({ onDone, onCancel, onForgotten }: SettingFormEvents & { onForgotten: () => void }) {
  const [changePin] = useChangePinMutation()

  async function change(pins: PinChange): Promise<FormFailure | undefined> {
    const { error } = await changePin(pins)
    if (error) return confirmationFailure(error, { secret: 'current_pin_code', failed: PIN_UNCHANGED })
    onDone()
    return undefined
  }

  return (
    <SettingForm initialValues={NOTHING_TYPED} schema={pinChangeSchema} onSubmit={change} onCancel={onCancel}>
      <div>
        <PinField name="current_pin_code" label="Текущий PIN-код" />
        <OtherWay onTake={onForgotten}>Не помню текущий PIN-код</OtherWay>
      </div>
      <PinField name="new_pin_code" label="Новый PIN-код" hint={PIN_HINT} />
    </SettingForm>
  )
}
