import FormControl from '@mui/material/FormControl'
import FormHelperText from '@mui/material/FormHelperText'
import FormLabel from '@mui/material/FormLabel'
import type { PropsWithChildren, ReactNode } from 'react'
import { typeset } from '@contract/typeset'

interface FieldFrameProps {
  /** The id of the input. Its label's is `{id}-label`, its note's `{id}-note`. */
  id: string
  label: string
  /** A hint for the field; replaced by the error if there is one. */
  hint?: ReactNode
  error?: string
}

/** A label above a field, and the error or hint below. */
export function FieldFrame({ id, label, hint, error, children }: PropsWithChildren<FieldFrameProps>) {
  return (
    <FormControl fullWidth error={Boolean(error)}>
      <FormLabel id={labelId(id)} htmlFor={id} sx={LABEL}>
        {label}
      </FormLabel>
      {children}
      <FieldNote id={id} hint={hint} error={error} />
    </FormControl>
  )
}

/** The error of a field, otherwise its hint; nothing when it has neither. */
export function FieldNote({ id, hint, error }: Omit<FieldFrameProps, 'label'>) {
  if (!error && !hint) return null
  return (
    <FormHelperText id={noteId(id)} component="div" error={Boolean(error)} sx={{ mx: 0, mt: 0.75 }}>
      {error ?? (typeof hint === 'string' ? typeset(hint) : hint)}
    </FormHelperText>
  )
}

export function labelId(id: string): string {
  return `${id}-label`
}

export function noteId(id: string): string {
  return `${id}-note`
}

export const LABEL = {
  mb: 0.75,
  fontSize: '1.0625rem',
  fontWeight: 500,
  color: 'text.primary',
  '&.Mui-focused:not(.Mui-error)': { color: 'text.primary' },
} as const
