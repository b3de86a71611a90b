import OutlinedInput from '@mui/material/OutlinedInput'
import { useId } from 'react'
import { PLATE_SIZE_MAX_MM, PLATE_SIZE_MIN_MM } from '@contract/plate'
import { FieldFrame, noteId } from '@client/ui/form/FieldFrame'

export interface SizeFieldProps {
  /** As typed. */
  value: string
  isGood: boolean
  hint: string
  onChange: (value: string) => void
}

/** The width of the code in millimetres. */
export function SizeField({ value, isGood, hint, onChange }: SizeFieldProps) {
  const id = useId()
  const error = isGood ? undefined : `Введите целое число от ${PLATE_SIZE_MIN_MM} до ${PLATE_SIZE_MAX_MM}.`
  return (
    <FieldFrame id={id} label="Ширина кода, мм" hint={hint} error={error}>
      <OutlinedInput
        id={id}
        value={value}
        onChange={({ target }) => onChange(target.value.replace(/\D/g, '').slice(0, 3))}
        inputProps={{ inputMode: 'numeric', 'aria-invalid': !isGood, 'aria-describedby': noteId(id) }}
      />
    </FieldFrame>
  )
}
