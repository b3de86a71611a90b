import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import OutlinedInput from '@mui/material/OutlinedInput'
import { type ReactNode, useState } from 'react'
import { VisibilityIcon } from '../icons'
import { VisibilityOffIcon } from '../tool-icons'
import { FieldFrame, noteId } from './FieldFrame'
import { useFormField } from './use-form-field'

export interface SecretFieldProps {
  name: string
  label: string
  hint?: ReactNode
  autoComplete: 'current-password' | 'new-password' | 'one-time-code' | 'off'
  inputMode?: 'numeric'
  /** The label of the button that reveals the text. */
  showLabel: string
  /** Whether the <input> has the type 'password'. If not, it is a text field whose letters are drawn as dots. */
  isPassword: boolean
  /** Rewrites the input. */
  clean?: (text: string) => string
}

/** A field with hidden text, and a button that reveals it. */
export function SecretField({
  name,
  label,
  hint,
  autoComplete,
  inputMode,
  showLabel,
  isPassword,
  clean = asTyped,
}: SecretFieldProps) {
  const { id, value, error, change } = useFormField<string>(name)
  const [isShown, setShown] = useState(false)
  const isDotted = !isPassword && !isShown

  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <OutlinedInput
        id={id}
        name={name}
        type={isPassword && !isShown ? 'password' : 'text'}
        value={value}
        onChange={({ target }) => change(clean(target.value))}
        autoComplete={autoComplete}
        sx={isDotted ? DOTS : undefined}
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
              aria-label={showLabel}
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

function asTyped(text: string): string {
  return text
}

const DOTS = { '& input': { WebkitTextSecurity: 'disc', letterSpacing: '0.1em' } } as const
