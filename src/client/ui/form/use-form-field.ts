import { useField, useFormikContext } from 'formik'
import { useId } from 'react'

/**
 * A field of the form by its name. Its error is shown only after the first attempt to submit: an error that appears when a
 * field loses the focus would move the button just when it is being pressed.
 */
export function useFormField<Value>(name: string) {
  const [{ value }, { error }, { setValue }] = useField<Value>(name)
  const { submitCount } = useFormikContext()
  return {
    /** Of the input. Not its name: a page may hold several forms with fields of one name. */
    id: useId(),
    value,
    error: submitCount > 0 ? error : undefined,
    change: (next: Value) => void setValue(next),
  }
}
