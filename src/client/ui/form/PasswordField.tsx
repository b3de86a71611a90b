import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import OutlinedInput from '@mui/material/OutlinedInput'
import { styled } from '@mui/material/styles'
import { useField } from 'formik'
import { type ReactNode, useState } from 'react'
import { PASSWORD_RULES } from '@contract/fields'
import { CheckIcon, VisibilityIcon } from '../icons'
import { visuallyHidden } from '../styles'
import { RemoveIcon, VisibilityOffIcon } from '../tool-icons'
import { FieldFrame, noteId } from './FieldFrame'
import { useFormField } from './Form'

interface PasswordFieldProps extends Pick<SecretFieldProps, 'name' | 'label' | 'hint' | 'inputMode'> {
  /** 'one-time-code' for what password managers should not save. */
  autoComplete: 'current-password' | 'new-password' | 'one-time-code'
}

export function PasswordField(props: PasswordFieldProps) {
  return <SecretField {...props} isPassword showLabel="Показать символы" />
}

interface SecretFieldProps {
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

/** The common prefix of all messages, shown once above the list. */
const RULES_HEAD = 'Пароль должен содержать'

/** The rules for a new password, ticked off while it is typed. `name` is the password's field. */
export function PasswordRules({ name }: { name: string }) {
  const [{ value: password }] = useField<string>(name)
  return (
    <>
      {RULES_HEAD}:
      <Rules aria-label={RULES_HEAD}>
        {PASSWORD_RULES.map(({ message, holds }) => (
          <li key={message}>
            {holds(password) ? <CheckIcon fontSize="small" color="success" /> : <RemoveIcon fontSize="small" />}
            <span>
              {message.replace(`${RULES_HEAD} `, '')}
              {holds(password) && (
                <Box component="span" sx={visuallyHidden}>
                  : выполнено
                </Box>
              )}
            </span>
          </li>
        ))}
      </Rules>
    </>
  )
}

const Rules = styled('ul')({
  margin: '4px 0 0',
  padding: 0,
  listStyle: 'none',
  '& li': { display: 'flex', gap: 8, alignItems: 'flex-start' },
})
