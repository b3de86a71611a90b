import Box from '@mui/material/Box'
import FormLabel from '@mui/material/FormLabel'
import { type ClipboardEvent, useRef } from 'react'
import { type DayParts, dayOfParts, partsOfDay } from '@contract/days'
import { CalendarButton } from './CalendarButton'
import { DAY_PARTS, type DayPart, isPartAtFault, pastedDay } from './day-typing'
import { DayPartInput } from './DayPartInput'
import { FieldNote, LABEL, labelId, noteId } from './FieldFrame'
import { useFormField } from './use-form-field'

export interface DateFieldProps {
  name: string
  label: string
  hint?: string
  /** Where the calendar opens while no day is typed, as `YYYY-MM-DD`; today when absent. */
  calendarStart?: string
}

/** A day typed as day, month and year, or picked in a calendar. Its value is the text of `@contract/days`: `1945-5-9`. */
export function DateField({ name, label, hint, calendarStart }: DateFieldProps) {
  const { id, value, error, change } = useFormField<string>(name)
  const inputs = useRef<Partial<Record<DayPart, HTMLInputElement | null>>>({})
  const parts = partsOfDay(value)

  function changeParts(changed: Partial<DayParts>): void {
    change(dayOfParts({ ...parts, ...changed }))
  }

  function moveTo(index: number): void {
    const part = DAY_PARTS[index]?.part
    if (part) inputs.current[part]?.focus()
  }

  function paste(event: ClipboardEvent): void {
    const day = pastedDay(event.clipboardData.getData('text'))
    if (!day) return
    event.preventDefault()
    changeParts(day)
    inputs.current.year?.focus()
  }

  return (
    <Box role="group" aria-labelledby={labelId(id)} onPaste={paste}>
      <FormLabel id={labelId(id)} component="div" error={Boolean(error)} sx={LABEL}>
        {label}
      </FormLabel>
      <Box sx={{ display: 'flex', gap: { xs: 1, sm: 1.5 }, alignItems: 'flex-end' }}>
        {DAY_PARTS.map(({ part, label: partLabel, length }, index) => (
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
        <CalendarButton value={value} label={label} start={calendarStart} onPick={change} />
      </Box>
      <FieldNote id={id} hint={hint} error={error} />
    </Box>
  )
}
