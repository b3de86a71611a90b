import { useId } from 'react'
import { NAME_MAX_LENGTH } from '@contract/limits'
import { FilterField } from './FilterField'
import { CachedFragment } from './cached-fragment'

export interface FilterInputProps {
  name: string
  label: string
  /** The accessible name, where the label alone is ambiguous. */
  fullLabel?: string
  placeholder?: string
  /** That of a name by default. */
  maxLength?: number
  inputMode?: 'numeric'
  type?: 'search'
  value: string
  onChange: (text: string) => void
}

export function FilterInput(props: FilterInputProps) {
  const { onChange: _onChange, ...shows } = props
  return (
    <CachedFragment name="filter" deps={shows}>
      <LabelledInput {...props} />
    </CachedFragment>
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
    <FilterField>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        type={type}
        placeholder={placeholder}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        autoComplete="off"
        autoCapitalize="words"
        enterKeyHint="search"
        maxLength={maxLength}
        inputMode={inputMode}
        aria-label={fullLabel}
      />
    </FilterField>
  )
}
