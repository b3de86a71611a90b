import Box from '@mui/material/Box'
import FormLabel from '@mui/material/FormLabel'
import Typography from '@mui/material/Typography'
import { type ClipboardEvent, useRef } from 'react'
import { type DayParts, dayOfParts, KNOWN_PARTS, partsOfDay } from '@contract/days'
import { ABOUT } from '@contract/life'
import { CalendarButton } from './CalendarButton'
import { DAY_PARTS, type DayPart, isPartAtFault, pastedDay } from './day-typing'
import { DayPartInput } from './DayPartInput'
import { FieldNote, LABEL, labelId, noteId } from './FieldFrame'
import { PrecisionChoice } from './PrecisionChoice'
import { useFormField } from './use-form-field'
import { usePrecision } from './use-precision'

const NOTHING_KNOWN = 'Если что-то узнаете, дату можно будет дописать.'

export interface DateFieldProps {
  name: string
  /** The field with the precision of the date. */
  precisionName: string
  label: string
  hint?: string
  /** Where the calendar opens while no day is typed, as `YYYY-MM-DD`; today when absent. */
  calendarStart?: string
}

/**
 * A date typed as day, month and year, or picked in a calendar; it may be incomplete. Its value is the text of
 * `@contract/days`: `1945-5-9`, `1945--`.
 */
export function DateField({ name, precisionName, label, hint, calendarStart }: DateFieldProps) {
  const { id, value, error, change } = useFormField<string>(name)
  const { precision, nearest, choose } = usePrecision(name, precisionName)
  const inputs = useRef<Partial<Record<DayPart, HTMLInputElement | null>>>({})
  const parts = partsOfDay(value)
  const asked = DAY_PARTS.filter(({ part }) => KNOWN_PARTS[precision].includes(part))

  function changeParts(changed: Partial<DayParts>): void {
    change(dayOfParts({ ...parts, ...changed }))
  }

  function moveTo(index: number): void {
    const part = asked[index]?.part
    if (part) inputs.current[part]?.focus()
  }

  function paste(event: ClipboardEvent): void {
    const day = pastedDay(event.clipboardData.getData('text'))
    if (!day) return
    event.preventDefault()
    changeParts(Object.fromEntries(asked.map(({ part }) => [part, day[part]])))
    inputs.current.year?.focus()
  }

  return (
    <Box role="group" aria-labelledby={labelId(id)} onPaste={paste}>
      <FormLabel id={labelId(id)} component="div" error={Boolean(error)} sx={LABEL}>
        {label}
      </FormLabel>
      <Box sx={ROW}>
        {precision === 'about' && <Typography sx={BESIDE_INPUT}>{ABOUT}</Typography>}
        {asked.map(({ part, label: partLabel, length }, index) => (
          <DayPartInput
            key={part}
            id={`${id}-${part}`}
            ref={(input) => {
              inputs.current[part] = input
            }}
            label={partLabel}
            length={length}
            value={parts[part]}
            isInvalid={isPartAtFault(part, parts, error)}
            describedBy={error || hint ? noteId(id) : undefined}
            onChange={(digits) => changeParts({ [part]: digits })}
            onFilled={() => moveTo(index + 1)}
            onBackOut={() => moveTo(index - 1)}
          />
        ))}
        {precision === 'day' && <CalendarButton value={value} label={label} start={calendarStart} onPick={change} />}
        {precision === 'unknown' && (
          <Typography color="textSecondary" sx={{ alignSelf: 'center' }}>
            {NOTHING_KNOWN}
          </Typography>
        )}
      </Box>
      <FieldNote id={id} hint={hint} error={error} />
      <PrecisionChoice name={precisionName} label={label} value={precision} nearest={nearest} onChange={choose} />
    </Box>
  )
}

/** The same height with and without inputs, so that controls below do not move. */
const ROW = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: { xs: 1, sm: 1.5 },
  alignItems: 'flex-end',
  minHeight: 82,
} as const

/** Aligned with the text in the inputs. */
const BESIDE_INPUT = { minHeight: 56, display: 'flex', alignItems: 'center' } as const
