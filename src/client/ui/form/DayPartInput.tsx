import Box from '@mui/material/Box'
import FormLabel from '@mui/material/FormLabel'
import OutlinedInput from '@mui/material/OutlinedInput'
import type { KeyboardEvent, Ref } from 'react'
import { DATES_NOT_NUMBERS, DAY_OUT_OF_RANGE, type DayParts, MONTH_OUT_OF_RANGE } from '@contract/days'

interface DayPartInputProps {
  id: string
  ref: Ref<HTMLInputElement>
  label: string
  /** The number of digits that fill it. */
  length: number
  value: string
  isInvalid: boolean
  describedBy: string | undefined
  onChange: (digits: string) => void
  /** The last digit was typed, or a dot as in 9.5.1945: move to the next input. */
  onFilled: () => void
  /** Backspace in an empty input: move to the previous input. */
  onBackOut: () => void
}

/**
 * One of the three inputs of a date. The focus moves on only when a digit is added, so Shift+Tab and Backspace work as
 * usual.
 */
export function DayPartInput({
  id,
  ref,
  label,
  length,
  value,
  isInvalid,
  describedBy,
  onChange,
  onFilled,
  onBackOut,
}: DayPartInputProps) {
  function typed(text: string): void {
    const digits = digitsOf(text, length)
    onChange(digits)
    const isLonger = digits.length > value.length
    const isSeparated = digits !== '' && /[./\s-]$/.test(text)
    if ((isLonger && digits.length === length) || isSeparated) onFilled()
  }

  function backOut(event: KeyboardEvent): void {
    if (event.key !== 'Backspace' || value !== '') return
    event.preventDefault()
    onBackOut()
  }

  return (
    <Box sx={{ flex: `1 1 ${length}ch`, maxWidth: `${(60 + length * 12) / 16}rem` }}>
      <FormLabel
        htmlFor={id}
        sx={{ display: 'block', fontSize: '0.9375rem', color: 'text.secondary', mb: 0.25, whiteSpace: 'nowrap' }}
      >
        {label}
      </FormLabel>
      <OutlinedInput
        id={id}
        inputRef={ref}
        value={value}
        error={isInvalid}
        onChange={({ target }) => typed(target.value)}
        onKeyDown={backOut}
        autoComplete="off"
        inputProps={{
          inputMode: 'numeric',
          'aria-required': true,
          'aria-invalid': isInvalid,
          'aria-describedby': describedBy,
        }}
        sx={{ '& input': { px: 1, textAlign: 'center', fontVariantNumeric: 'tabular-nums' } }}
      />
    </Box>
  )
}

export type DayPart = keyof DayParts

export const DAY_PARTS = [
  { part: 'day', label: 'День', length: 2 },
  { part: 'month', label: 'Месяц', length: 2 },
  { part: 'year', label: 'Год', length: 4 },
] as const satisfies { part: DayPart; label: string; length: number }[]

function digitsOf(text: string, length: number): string {
  return text.replace(/\D/g, '').slice(0, length)
}

/** A complete day in pasted text: 9.5.1945, 09/05/1945, 1945-05-09. */
export function pastedDay(text: string): DayParts | undefined {
  const [, day, month, year] = /^\s*(\d{1,2})[./\s-](\d{1,2})[./\s-](\d{4})\D*$/.exec(text) ?? []
  if (day && month && year) return { day, month, year }
  const [, isoYear, isoMonth, isoDay] = /^\s*(\d{4})-(\d{1,2})-(\d{1,2})\s*$/.exec(text) ?? []
  return isoYear && isoMonth && isoDay ? { day: isoDay, month: isoMonth, year: isoYear } : undefined
}

/** Whether the error of a day is about this field, so that the right input is marked. */
export function isPartAtFault(part: DayPart, parts: DayParts, error: string | undefined): boolean {
  if (!error) return false
  if (error === DAY_OUT_OF_RANGE) return part === 'day'
  if (error === MONTH_OUT_OF_RANGE) return part === 'month'
  if (error !== DATES_NOT_NUMBERS) return true
  return part === 'year' ? parts.year.length < 4 : parts[part] === ''
}
