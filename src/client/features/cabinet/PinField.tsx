import VisibilityIcon from '@mui/icons-material/VisibilityOutlined'
import VisibilityOffIcon from '@mui/icons-material/VisibilityOffOutlined'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import OutlinedInput from '@mui/material/OutlinedInput'
import { useState } from 'react'
import { FieldFrame, noteId } from '@client/ui/form/FieldFrame'
import { useFormField } from '@client/ui/form/use-form-field'

export interface PinFieldProps {
  name: string
  label: string
  hint?: string
}

/**
 * The digits of a PIN. It looks like a password but is none: a password manager would offer to keep it in place of the
 * account's, so the input is one of text whose letters are drawn as dots.
 */
export function PinField({ name, label, hint }: PinFieldProps) {
  const { value, error, change } = useFormField<string>(name)
  const [isShown, setShown] = useState(false)

  return (
    <FieldFrame id={name} label={label} hint={hint} error={error}>
      <OutlinedInput
        id={name}
        name={name}
        value={value}
        onChange={({ target }) => change(target.value.replace(/\s/g, ''))}
        autoComplete="off"
        sx={{ '& input': { WebkitTextSecurity: isShown ? 'none' : 'disc', letterSpacing: '0.1em' } }}
        inputProps={{
          inputMode: 'numeric',
          spellCheck: false,
          'aria-required': true,
          'aria-invalid': Boolean(error),
          'aria-describedby': error || hint ? noteId(name) : undefined,
        }}
        endAdornment={
          <InputAdornment position="end">
            <IconButton
              edge="end"
              aria-label="Показать цифры"
              aria-pressed={isShown}
              aria-controls={name}
              onClick={() => setShown(!isShown)}
            >
              {isShown ? <VisibilityOffIcon /> : <VisibilityIcon />}
            </IconButton>
          </InputAdornment>
        }
      />
    </FieldFrame>
  )
}
