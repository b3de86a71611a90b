import { SecretField } from '@client/ui/form/PasswordField'

export interface PinFieldProps {
  name: string
  label: string
  hint?: string
}

/**
 * The digits of a PIN. It looks like a password but is none: a password manager would offer to save it in place of the
 * account's.
 */
export function PinField(props: PinFieldProps) {
  return (
    <SecretField
      {...props}
      isPassword={false}
      inputMode="numeric"
      autoComplete="off"
      showLabel="Показать цифры"
      clean={withoutSpaces}
    />
  )
}

function withoutSpaces(text: string): string {
  return text.replace(/\s/g, '')
}
