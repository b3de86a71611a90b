import NativeSelect from '@mui/material/NativeSelect'
import OutlinedInput from '@mui/material/OutlinedInput'
import { TARGET_SIZE } from '../styles'
import { FieldFrame, noteId } from './FieldFrame'
import { useFormField } from './Form'

interface LabelledSelectProps<Option extends string> {
  id: string
  name: string
  label: string
  /** Each value with its text, in order. */
  options: readonly (readonly [value: Option, text: string])[]
  value: Option
  error?: string | undefined
  onChange: (option: Option) => void
}

/** One of many options. The browser's own <select>, since phones show it in their native way. */
export function LabelledSelect<Option extends string>({
  id,
  name,
  label,
  options,
  value,
  error,
  onChange,
}: LabelledSelectProps<Option>) {
  return (
    <FieldFrame id={id} label={label} {...(error && { error })}>
      <NativeSelect
        value={value}
        onChange={({ target }) => onChange(target.value as Option)}
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

type SelectFieldProps = Pick<LabelledSelectProps<string>, 'name' | 'label' | 'options'>

/** One of many options, in a form. */
export function SelectField(props: SelectFieldProps) {
  const { id, value, error, change } = useFormField<string>(props.name)
  return <LabelledSelect {...props} id={id} value={value} error={error} onChange={change} />
}
