import { SecretField, type SecretFieldProps } from './SecretField'

export interface PasswordFieldProps extends Pick<SecretFieldProps, 'name' | 'label' | 'hint' | 'inputMode'> {
  /** 'one-time-code' for what password managers should not save. */
  autoComplete: 'current-password' | 'new-password' | 'one-time-code'
}

export function PasswordField(props: PasswordFieldProps) {
  return <SecretField {...props} isPassword showLabel="Показать символы" />
}
