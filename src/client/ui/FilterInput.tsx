import FormControl from '@mui/material/FormControl'
import FormLabel from '@mui/material/FormLabel'
import OutlinedInput from '@mui/material/OutlinedInput'
import { useId } from 'react'
import { NAME_MAX_LENGTH } from '@contract/limits'
import { KeptPart } from './kept-part'
import { TARGET_SIZE } from './target-size'

export interface FilterInputProps {
  name: string
  label: string
  /** Where the label needs its neighbour to be understood. */
  fullLabel?: string
  placeholder?: string
  /** As of a name, unless it is said. */
  maxLength?: number
  inputMode?: 'numeric'
  type?: 'search'
  value: string
  onChange: (text: string) => void
}

export function FilterInput(props: FilterInputProps) {
  const { onChange: _onChange, ...shows } = props
  return (
    <KeptPart name="filter" shows={shows}>
      <LabelledInput {...props} />
    </KeptPart>
  )
}

function LabelledInput({
  name,
  label,
  fullLabel,
  placeholder,
  maxLength = NAME_MAX_LENGTH,
  inputMode,
  type,
  value,
  onChange,
}: FilterInputProps) {
  const id = useId()
  return (
    <FormControl fullWidth>
      <FormLabel htmlFor={id} sx={{ mb: 0.5, fontSize: '0.9375rem' }}>
        {label}
      </FormLabel>
      <OutlinedInput
        id={id}
        name={name}
        type={type}
        placeholder={placeholder}
        size="small"
        value={value}
        onChange={({ target }) => onChange(target.value)}
        autoComplete="off"
        inputProps={{
          autoCapitalize: 'words',
          enterKeyHint: 'search',
          maxLength,
          inputMode,
          'aria-label': fullLabel,
        }}
        sx={{ minHeight: TARGET_SIZE }}
      />
    </FormControl>
  )
}
