import { useField, useFormikContext } from 'formik'
import { useId } from 'react'

/**
 * A field of the form by its name. Its error waits for the first attempt to submit: an error that appears when a field is
 * left moves the button away from under the finger that is pressing it.
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
