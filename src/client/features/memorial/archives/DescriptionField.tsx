import OutlinedInput from '@mui/material/OutlinedInput'
import { useId } from 'react'
import { FieldFrame, noteId } from '@client/ui/form/FieldFrame'
import { useFormField } from '@client/ui/form/use-form-field'

export interface DescriptionFieldProps {
  hint?: string
  /** It has just been opened to be written in. */
  isFirst?: boolean
}

/** The field `description` of a form. Several such forms stand on one page, so its id is its own. */
export function DescriptionField({ hint, isFirst }: DescriptionFieldProps) {
  const id = useId()
  const { value = '', error, change } = useFormField<string | undefined>('description')

  return (
    <FieldFrame id={id} label="Описание" hint={hint} error={error}>
      <OutlinedInput
        id={id}
        name="description"
        value={value}
        onChange={({ target }) => change(target.value)}
        multiline
        minRows={2}
        autoComplete="off"
        inputRef={isFirst ? focusOnce : undefined}
        inputProps={{
          'aria-invalid': Boolean(error),
          'aria-describedby': error || hint ? noteId(id) : undefined,
        }}
      />
    </FieldFrame>
  )
}

/** A stable function, so React calls it when the field appears and not again. */
function focusOnce(input: HTMLTextAreaElement | null): void {
  input?.focus()
  input?.setSelectionRange(input.value.length, input.value.length)
}
