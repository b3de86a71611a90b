import { RadioChoice } from './RadioChoice'
import { useFormField } from './use-form-field'

export interface ChoiceFieldProps {
  name: string
  label: string
  /** Each value with its text. */
  choices: Record<string, string>
}

/** One of a few options, all visible. */
export function ChoiceField({ name, label, choices }: ChoiceFieldProps) {
  const { id, value, error, change } = useFormField<string>(name)
  return (
    <RadioChoice id={id} name={name} label={label} choices={choices} value={value} error={error} onChange={change} />
  )
}
