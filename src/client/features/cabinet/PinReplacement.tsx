import Link from '@mui/material/Link'
import { useState } from 'react'
import { type PinChange, pinChangeSchema, type PinReset, pinResetSchema } from '@contract/user'
import { useChangePinMutation, useResetPinWithPasswordMutation } from '@client/api/user-api'
import type { FormFailure } from '@client/ui/form/Form'
import { confirmationFailure } from './confirmation-failure'
import { CurrentPassword } from './CurrentPassword'
import { PIN_HINT, PIN_UNCHANGED } from './pin-texts'
import { PinField } from './PinField'
import type { SettingFormEvents } from './Setting'
import { SettingForm } from './SettingForm'

/** Changes the PIN, confirmed by the old PIN or, if that is forgotten, by the password. */
export function PinReplacement({ email, ...events }: SettingFormEvents & { email: string }) {
  const [isForgotten, setForgotten] = useState(false)
  if (isForgotten) return <PinResetForm {...events} email={email} onRemembered={() => setForgotten(false)} />
  return <PinChangeForm {...events} onForgotten={() => setForgotten(true)} />
}

const CHANGE_BLANK: PinChange = { current_pin_code: '', new_pin_code: '' }

function PinChangeForm({ onDone, onCancel, onForgotten }: SettingFormEvents & { onForgotten: () => void }) {
  const [changePin] = useChangePinMutation()

  async function change(pins: PinChange): Promise<FormFailure | undefined> {
    const { error } = await changePin(pins)
    if (error) return confirmationFailure(error, { secret: 'current_pin_code', failed: PIN_UNCHANGED })
    onDone()
    return undefined
  }

  return (
    <SettingForm initialValues={CHANGE_BLANK} schema={pinChangeSchema} onSubmit={change} onCancel={onCancel}>
      <div>
        <PinField name="current_pin_code" label="Текущий PIN-код" />
        <SwitchFormLink onSwitch={onForgotten}>Не помню текущий PIN-код</SwitchFormLink>
      </div>
      <PinField name="new_pin_code" label="Новый PIN-код" hint={PIN_HINT} />
    </SettingForm>
  )
}

const RESET_BLANK: PinReset = { current_password: '', new_pin_code: '' }

interface PinResetFormProps extends SettingFormEvents {
  email: string
  onRemembered: () => void
}

/** For those who forgot their PIN: asks for the password of the account instead. */
function PinResetForm({ email, onDone, onCancel, onRemembered }: PinResetFormProps) {
  const [resetPin] = useResetPinWithPasswordMutation()

  async function reset(form: PinReset): Promise<FormFailure | undefined> {
    const { error } = await resetPin(form)
    if (error) return confirmationFailure(error, { secret: 'current_password', failed: PIN_UNCHANGED })
    onDone()
    return undefined
  }

  return (
    <SettingForm initialValues={RESET_BLANK} schema={pinResetSchema} onSubmit={reset} onCancel={onCancel}>
      <CurrentPassword email={email} />
      <PinField name="new_pin_code" label="Новый PIN-код" hint={PIN_HINT} />
      <SwitchFormLink onSwitch={onRemembered}>Я помню текущий PIN-код</SwitchFormLink>
    </SettingForm>
  )
}

/** Shows another form for the same purpose. */
function SwitchFormLink({ onSwitch, children }: { onSwitch: () => void; children: string }) {
  return (
    <div>
      <Link component="button" type="button" onClick={onSwitch} sx={{ font: 'inherit', textAlign: 'start', py: 1 }}>
        {children}
      </Link>
    </div>
  )
}
