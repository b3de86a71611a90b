import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { paths } from '@contract/paths'
import { FieldNote, noteId } from './FieldFrame'
import { useFormField } from './Form'

interface CheckboxFieldProps {
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

/** The law requires this consent to be separate, so it has its own checkbox and text. */
export function ConsentField() {
  return (
    <CheckboxField
      name="consent"
      label={
        <>
          Я даю{' '}
          <Link href={paths.consent} target="_blank" rel="noopener">
            согласие на обработку персональных данных
          </Link>
        </>
      }
    />
  )
}

/** What sending the form accepts, besides the consent, which has its own checkbox. `doing`: «Регистрируясь». */
export function AgreementNote({ doing }: { doing: string }) {
  return (
    <Typography variant="body2" color="textSecondary">
      {doing}, вы принимаете{' '}
      <Link href={paths.userAgreement} target="_blank" rel="noopener">
        пользовательское соглашение
      </Link>{' '}
      и{' '}
      <Link href={paths.privacyPolicy} target="_blank" rel="noopener">
        политику обработки персональных данных
      </Link>
      .
    </Typography>
  )
}
