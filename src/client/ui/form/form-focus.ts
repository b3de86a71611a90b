import { useFormikContext } from 'formik'
import { type RefObject, useEffect, useRef } from 'react'

/** Where the focus goes when a form appears or is rejected. See ui/focus.ts for the rest. */

const TYPING_FIELDS = 'input:not([hidden]), textarea'

/** A `ref`: focuses the first field inside the element when the element appears, with the caret after any text. */
export function focusFirstField(element: HTMLElement | null): void {
  const field = element?.querySelector<HTMLInputElement | HTMLTextAreaElement>(TYPING_FIELDS)
  field?.focus()
  if (field instanceof HTMLTextAreaElement) field.setSelectionRange(field.value.length, field.value.length)
}

/** After a failed attempt to submit, focuses the first field with an error. */
export function useFocusOnFirstInvalid(form: RefObject<HTMLFormElement | null>): void {
  const { submitCount, isSubmitting } = useFormikContext()
  const answeredAttempt = useRef(submitCount)

  useEffect(() => {
    if (isSubmitting || submitCount === answeredAttempt.current) return
    answeredAttempt.current = submitCount
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [submitCount, isSubmitting, form])
}
