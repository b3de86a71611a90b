import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormLabel from '@mui/material/FormLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import { FOCUS_AREA } from '../focus'
import { TARGET_SIZE } from '../styles'
import { FieldNote, LABEL, labelId, noteId } from './FieldFrame'
import { useFormField } from './Form'

interface RadioChoiceProps<Choice extends string> {
  /** Its label's id is `{id}-label`, its note's `{id}-note`. */
  id: string
  name: string
  label: string
  /** Each value with its text. */
  choices: Record<Choice, string>
  /** Empty while nothing is chosen. */
  value: Choice | ''
  error: string | undefined
  onChange: (choice: Choice) => void
}

/** The first line of a text is next to its circle. */
const LINE = {
  alignItems: 'flex-start',
  mr: 0,
  minHeight: TARGET_SIZE,
  '& .MuiFormControlLabel-label': { py: '7px' },
} as const

/** One of a few options, all visible. */
export function RadioChoice<Choice extends string>({
  id,
  name,
  label,
  choices,
  value,
  error,
  onChange,
}: RadioChoiceProps<Choice>) {
  return (
    <FormControl fullWidth error={Boolean(error)}>
      <FormLabel id={labelId(id)} component="div" sx={LABEL}>
        {label}
      </FormLabel>
      <RadioGroup
        tabIndex={FOCUS_AREA.tabIndex}
        name={name}
        value={value}
        onChange={(_event, chosen) => onChange(chosen as Choice)}
        aria-labelledby={labelId(id)}
        aria-required
        aria-invalid={Boolean(error)}
        aria-describedby={error ? noteId(id) : undefined}
        sx={{ ...FOCUS_AREA.sx, rowGap: 1.5 }}
      >
        {Object.entries<string>(choices).map(([choice, text]) => (
          <FormControlLabel key={choice} value={choice} label={text} control={<Radio />} sx={LINE} />
        ))}
      </RadioGroup>
      <FieldNote id={id} error={error} />
    </FormControl>
  )
}

interface ChoiceFieldProps {
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
