import { useId } from 'react'
import { FilterField } from './FilterInput'
import { CachedFragment } from './cached-fragment'

interface SortSelectProps<Option extends string> {
  name: string
  label: string
  options: Partial<Record<Option, string>>
  value: Option
  onChange: (option: Option) => void
}

/** The browser's own <select>, since phones show it in their native way. */
export function SortSelect<Option extends string>(props: SortSelectProps<Option>) {
  const { onChange: _onChange, ...shows } = props
  return (
    <CachedFragment name="sort" deps={shows}>
      <LabelledSelect {...props} />
    </CachedFragment>
  )
}

function LabelledSelect<Option extends string>({ name, label, options, value, onChange }: SortSelectProps<Option>) {
  const id = useId()
  return (
    <FilterField>
      <label htmlFor={id}>{label}</label>
      <select id={id} name={name} value={value} onChange={({ target }) => onChange(target.value as Option)}>
        {(Object.entries(options) as [Option, string][]).map(([option, optionLabel]) => (
          <option key={option} value={option}>
            {optionLabel}
          </option>
        ))}
      </select>
      <svg viewBox="0 0 24 24" aria-hidden>
        <path d="m7 10 5 5 5-5z" fill="currentColor" />
      </svg>
    </FilterField>
  )
}
