import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { FieldNote, noteId } from './FieldFrame'
import { useFormField } from './use-form-field'

export interface CheckboxFieldProps {
  name: string
  label: ReactNode
  hint?: ReactNode
  disabled?: boolean
  /** Called with the new state; returning false rejects the change. */
  onToggle?: (checked: boolean) => boolean | undefined
}

export function CheckboxField({ name, label, hint, disabled, onToggle }: CheckboxFieldProps) {
  const { id, value, error, change } = useFormField<boolean>(name)

  function toggle(checked: boolean): void {
    if (onToggle?.(checked) === false) return
    change(checked)
  }

  return (
    <Box sx={{ mb: 1 }}>
      <FormControlLabel
        disabled={disabled}
        label={label}
        sx={{ alignItems: 'flex-start', mr: 0, '& .MuiFormControlLabel-label': { py: 1.1 } }}
        control={
          <Checkbox
            id={id}
            name={name}
            checked={value}
            onChange={(_event, checked) => toggle(checked)}
            slotProps={{
              input: {
                'aria-invalid': Boolean(error),
                'aria-describedby': error || hint ? noteId(id) : undefined,
              },
            }}
          />
        }
      />
      <Box sx={{ pl: 'calc(1.5rem + 11px)', mt: -1 }}>
        <FieldNote id={id} hint={hint} error={error} />
      </Box>
    </Box>
  )
}
