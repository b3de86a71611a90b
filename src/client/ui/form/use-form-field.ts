import { useField, useFormikContext } from 'formik'
import { useId } from 'react'

/**
 * A form field by its name. Its error is shown only after the first attempt to submit: an error that appears on blur
 * would move the button just when it is being pressed.
 */
export function useFormField<Value>(name: string) {
  const [{ value }, { error }, { setValue }] = useField<Value>(name)
  const { submitCount } = useFormikContext()
  return {
    /** The id of the input. Not its name, because a page may have several forms with equal field names. */
    id: useId(),
    value,
    error: submitCount > 0 ? error : undefined,
    change: (next: Value) => void setValue(next),
  }
}
