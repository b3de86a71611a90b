import { TextField } from '@client/ui/form/TextField'

/** The e-mail that identifies an account. */
export function EmailField() {
  return <TextField name="email" label="E-mail" type="email" required autoComplete="username" autoCapitalize="none" />
}
