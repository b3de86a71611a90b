import { useField } from 'formik'

/** A field of the form by its name; its error only once the visitor has been there. */
export function useFormField<Value>(name: string) {
  const [{ value }, { error, touched }, { setValue, setTouched }] = useField<Value>(name)
  return {
    value,
    error: touched ? error : undefined,
    change: (next: Value) => void setValue(next),
    leave: () => void setTouched(true),
  }
}
