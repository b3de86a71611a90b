import { capitalizeName } from '@contract/names'
import { TextField, type TextFieldProps } from './TextField'

/** A part of a person's name, written with capitals where names have them. */
export function NameField(props: Pick<TextFieldProps, 'name' | 'label' | 'hint' | 'required'>) {
  return <TextField {...props} autoCapitalize="words" rewrite={capitalizeName} />
}
