import { capitalizeName } from '@contract/names'
import { TextField, type TextFieldProps } from './TextField'

/** A field for a first name, surname or patronymic, capitalised as names are. */
export function NameField(props: Pick<TextFieldProps, 'name' | 'label' | 'hint' | 'required'>) {
  return <TextField {...props} autoCapitalize="words" rewrite={capitalizeName} />
}
