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
  /** Names the date. */
  label: string
  value: Precision
  /** The initial choice when the day turns out to be unknown. */
  nearest: Precision
  onChange: (precision: Precision) => void
}

/** A checkbox for a date that is not known to the day, which shows the other precisions. */
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

/** In two columns where they fit, below the label of the checkbox that opens them. */
const CHOICE = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(136px, 1fr))',
  columnGap: 2,
  pl: '35px',
  maxWidth: 375,
} as const
