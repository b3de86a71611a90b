import OutlinedInput from '@mui/material/OutlinedInput'
import { type ChangeEvent, type HTMLInputAutoCompleteAttribute, type ReactNode } from 'react'
import { capitalizeName } from '@contract/names'
import { FieldFrame, noteId } from './FieldFrame'
import { useFormField } from './Form'

interface TextFieldProps {
  name: string
  label: string
  hint?: ReactNode
  type?: 'text' | 'email'
  required?: boolean
  /** For a multi-line text: the initial number of lines. */
  rows?: number
  autoComplete?: HTMLInputAutoCompleteAttribute
  /** The type of keyboard on a phone. */
  inputMode?: 'numeric'
  autoCapitalize?: 'words' | 'sentences' | 'none'
  /** Rewrites the text while it is typed, letter for letter, so that the caret does not move; once more on blur. */
  rewrite?: (text: string, isBeingTyped: boolean) => string
}

export function TextField({
  name,
  label,
  hint,
  type = 'text',
  required,
  rows,
  autoComplete = 'off',
  inputMode,
  autoCapitalize,
  rewrite = asTyped,
}: TextFieldProps) {
  const { id, value, error, change } = useFormField<string>(name)

  function typed(event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>): void {
    const isComposing = (event.nativeEvent as Partial<InputEvent>).isComposing
    // A keyboard that is composing a word loses it when its text changes.
    if (!isComposing) rewriteInPlace(event.target, (text) => rewrite(text, true))
    change(event.target.value)
  }

  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <OutlinedInput
        id={id}
        name={name}
        type={type}
        value={value}
        onChange={typed}
        onBlur={() => {
          if (rewrite(value, false) !== value) change(rewrite(value, false))
        }}
        multiline={rows !== undefined}
        minRows={rows}
        autoComplete={autoComplete}
        inputProps={{
          inputMode,
          autoCapitalize,
          'aria-required': required,
          'aria-invalid': Boolean(error),
          'aria-describedby': error || hint ? noteId(id) : undefined,
        }}
      />
    </FieldFrame>
  )
}

/** Changes the input itself, because a value that React sets moves the caret to the end. */
function rewriteInPlace(input: HTMLInputElement | HTMLTextAreaElement, rewrite: (text: string) => string): void {
  const rewritten = rewrite(input.value)
  if (rewritten === input.value) return
  const { selectionStart, selectionEnd } = input
  input.value = rewritten
  input.setSelectionRange(selectionStart, selectionEnd)
}

function asTyped(text: string): string {
  return text
}

/** A field for a first name, last name or patronymic, capitalised as names are. */
export function NameField(props: Pick<TextFieldProps, 'name' | 'label' | 'hint' | 'required'>) {
  return <TextField {...props} autoCapitalize="words" rewrite={capitalizeName} />
}
