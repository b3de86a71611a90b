import { useState } from 'react'
import { PinChangeForm } from './PinChangeForm'
import { PinResetForm } from './PinResetForm'
import type { SettingFormEvents } from './Setting'

/** A new PIN in place of the old one: by the old one, or by the password for those who forgot it. */
export function PinReplacement({ email, ...events }: SettingFormEvents & { email: string }) {
  const [isForgotten, setForgotten] = useState(false)
  if (isForgotten) return <PinResetForm {...events} email={email} onRemembered={() => setForgotten(false)} />
  return <PinChangeForm {...events} onForgotten={() => setForgotten(true)} />
}
