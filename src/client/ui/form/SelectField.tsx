import NativeSelect from '@mui/material/NativeSelect'
import OutlinedInput from '@mui/material/OutlinedInput'
import { TARGET_SIZE } from '../target-size'
import { FieldFrame, noteId } from './FieldFrame'
import { useFormField } from './use-form-field'

export interface SelectFieldProps {
  name: string
  label: string
  /** Each value with its text, in their order. */
  options: readonly (readonly [value: string, text: string])[]
}

/** One of many. The browser's own <select>, since phones show it in the way their users know. */
export function SelectField({ name, label, options }: SelectFieldProps) {
  const { id, value, error, change } = useFormField<string>(name)

  return (
    <FieldFrame id={id} label={label} error={error}>
      <NativeSelect
        value={value}
        onChange={({ target }) => change(target.value)}
        input={<OutlinedInput id={id} name={name} sx={{ minHeight: TARGET_SIZE }} />}
        inputProps={{ 'aria-invalid': Boolean(error), 'aria-describedby': error ? noteId(id) : undefined }}
      >
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </NativeSelect>
    </FieldFrame>
  )
}
