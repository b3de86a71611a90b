import { useFormikContext } from 'formik'
import { type RefObject, useEffect, useRef } from 'react'

/** After an attempt to submit that failed, focuses the first field with an error. */
export function useFocusOnFirstInvalid(form: RefObject<HTMLFormElement | null>): void {
  const { submitCount, isSubmitting } = useFormikContext()
  const answeredAttempt = useRef(submitCount)

  useEffect(() => {
    if (isSubmitting || submitCount === answeredAttempt.current) return
    answeredAttempt.current = submitCount
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [submitCount, isSubmitting, form])
}
