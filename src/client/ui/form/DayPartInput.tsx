import Box from '@mui/material/Box'
import FormLabel from '@mui/material/FormLabel'
import OutlinedInput from '@mui/material/OutlinedInput'
import type { KeyboardEvent, Ref } from 'react'
import { digitsOf } from './day-typing'

export interface DayPartInputProps {
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
