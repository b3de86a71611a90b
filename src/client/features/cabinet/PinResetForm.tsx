import { type PinReset, pinResetSchema } from '@contract/user'
import { useResetPinWithPasswordMutation } from '@client/api/user-api'
import type { FormFailure } from '@client/ui/form/Form'
import { confirmationFailure } from './confirmation-failure'
import { CurrentPassword } from './CurrentPassword'
import { OtherWay } from './OtherWay'
import { PIN_HINT, PIN_UNCHANGED } from './pin-texts'
import { PinField } from './PinField'
import type { SettingFormEvents } from './Setting'
import { SettingForm } from './SettingForm'

const NOTHING_TYPED: PinReset = { current_password: '', new_pin_code: '' }

export interface PinResetFormProps extends SettingFormEvents {
  email: string
  onRemembered: () => void
}

/** For those who forgot their PIN: the password of the account stands in for it. */
export function PinResetForm({ email, onDone, onCancel, onRemembered }: PinResetFormProps) {
  const [resetPin] = useResetPinWithPasswordMutation()

  async function reset(form: PinReset): Promise<FormFailure | undefined> {
    const { error } = await resetPin(form)
    if (error) return confirmationFailure(error, { secret: 'current_password', failed: PIN_UNCHANGED })
    onDone()
    return undefined
  }

  return (
    <SettingForm initialValues={NOTHING_TYPED} schema={pinResetSchema} onSubmit={reset} onCancel={onCancel}>
      <CurrentPassword email={email} />
      <PinField name="new_pin_code" label="Новый PIN-код" hint={PIN_HINT} />
      <OtherWay onTake={onRemembered}>Я помню текущий PIN-код</OtherWay>
    </SettingForm>
  )
}
