import FormControl from '@mui/material/FormControl'
import FormLabel from '@mui/material/FormLabel'
import NativeSelect from '@mui/material/NativeSelect'
import OutlinedInput from '@mui/material/OutlinedInput'
import { useId } from 'react'
import { KeptPart } from './kept-part'
import { TARGET_SIZE } from './target-size'

export interface SortSelectProps<Option extends string> {
  name: string
  label: string
  options: Partial<Record<Option, string>>
  value: Option
  onChange: (option: Option) => void
}

/** The browser's own <select>, since phones show it in the way their users know. */
export function SortSelect<Option extends string>(props: SortSelectProps<Option>) {
  const { onChange: _onChange, ...shows } = props
  return (
    <KeptPart name="sort" shows={shows}>
      <LabelledSelect {...props} />
    </KeptPart>
  )
}

function LabelledSelect<Option extends string>({ name, label, options, value, onChange }: SortSelectProps<Option>) {
  const id = useId()
  return (
    <FormControl fullWidth>
      <FormLabel htmlFor={id} sx={{ mb: 0.5, fontSize: '0.9375rem' }}>
        {label}
      </FormLabel>
      <NativeSelect
        value={value}
        onChange={({ target }) => onChange(target.value as Option)}
        input={<OutlinedInput id={id} name={name} size="small" sx={CHOICE} />}
      >
        {(Object.entries(options) as [Option, string][]).map(([option, optionLabel]) => (
          <option key={option} value={option}>
            {optionLabel}
          </option>
        ))}
      </NativeSelect>
    </FormControl>
  )
}

/** A <select> cannot go on to a second line: in larger letters its words stay as wide as a narrow screen lets them. */
const CHOICE = { minHeight: TARGET_SIZE, fontSize: 'min(1.0938rem, 6.5vw)' } as const
