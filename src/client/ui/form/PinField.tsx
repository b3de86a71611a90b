import { PasswordField } from './PasswordField'

export interface PinFieldProps {
  name: string
  label?: string
  hint?: string
}

/** A PIN: hidden like a password, but never kept as one by the browser. */
export function PinField({ name, label = 'PIN-код', hint }: PinFieldProps) {
  return <PasswordField name={name} label={label} hint={hint} autoComplete="one-time-code" inputMode="numeric" />
}
