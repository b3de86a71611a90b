import VisibilityIcon from '@mui/icons-material/VisibilityOutlined'
import VisibilityOffIcon from '@mui/icons-material/VisibilityOffOutlined'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import OutlinedInput from '@mui/material/OutlinedInput'
import { type ReactNode, useState } from 'react'
import { FieldFrame, noteId } from './FieldFrame'
import { useFormField } from './use-form-field'

export interface PasswordFieldProps {
  name: string
  label: string
  hint?: ReactNode
  autoComplete: 'current-password' | 'new-password' | 'one-time-code'
  inputMode?: 'numeric'
}

/** A password, which its owner may look at while typing. */
export function PasswordField({ name, label, hint, autoComplete, inputMode }: PasswordFieldProps) {
  const { id, value, error, change } = useFormField<string>(name)
  const [isShown, setShown] = useState(false)

  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <OutlinedInput
        id={id}
        name={name}
        type={isShown ? 'text' : 'password'}
        value={value}
        onChange={({ target }) => change(target.value)}
        autoComplete={autoComplete}
        inputProps={{
          inputMode,
          autoCapitalize: 'none',
          spellCheck: false,
          'aria-required': true,
          'aria-invalid': Boolean(error),
          'aria-describedby': error || hint ? noteId(id) : undefined,
        }}
        endAdornment={
          <InputAdornment position="end">
            <IconButton
              edge="end"
              aria-label="Показать символы"
              aria-pressed={isShown}
              aria-controls={id}
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
