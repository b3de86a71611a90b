import { LabelledSelect, type LabelledSelectProps } from './LabelledSelect'
import { useFormField } from './use-form-field'

export type SelectFieldProps = Pick<LabelledSelectProps<string>, 'name' | 'label' | 'options'>

/** One of many options, in a form. */
export function SelectField(props: SelectFieldProps) {
  const { id, value, error, change } = useFormField<string>(props.name)
  return <LabelledSelect {...props} id={id} value={value} error={error} onChange={change} />
}
