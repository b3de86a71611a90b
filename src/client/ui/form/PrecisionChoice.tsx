import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import type { Precision } from '@contract/memorial-terms'
import { TARGET_SIZE } from '../target-size'

const CHOICES = [
  ['month', 'Месяц и год'],
  ['year', 'Только год'],
  ['about', 'Около'],
  ['unknown', 'Неизвестна'],
] as const satisfies [Precision, string][]

export interface PrecisionChoiceProps {
  name: string
  /** Which date it is about. */
  label: string
  value: Precision
  /** What is chosen first when the day turns out not to be known. */
  nearest: Precision
  onChange: (precision: Precision) => void
}

/** A tick for a date that is not known to the day, which opens what may be known of it instead. */
export function PrecisionChoice({ name, label, value, nearest, onChange }: PrecisionChoiceProps) {
  const isInexact = value !== 'day'
  return (
    <>
      <FormControlLabel
        label="Точная дата неизвестна"
        sx={{ mr: 0, minHeight: TARGET_SIZE, display: 'flex', width: 'fit-content' }}
        control={<Checkbox checked={isInexact} onChange={(_event, ticked) => onChange(ticked ? nearest : 'day')} />}
      />
      {isInexact && (
        <RadioGroup
          name={name}
          aria-label={`${label}: что известно`}
          value={value}
          onChange={(_event, chosen) => onChange(chosen as Precision)}
          sx={CHOICE}
        >
          {CHOICES.map(([precision, text]) => (
            <FormControlLabel
              key={precision}
              value={precision}
              label={text}
              control={<Radio />}
              sx={{ mr: 0, minHeight: TARGET_SIZE }}
            />
          ))}
        </RadioGroup>
      )}
    </>
  )
}

/** Two by two where they fit, under the words of the tick that opens them. */
const CHOICE = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(136px, 1fr))',
  columnGap: 2,
  pl: '35px',
  maxWidth: 375,
} as const
