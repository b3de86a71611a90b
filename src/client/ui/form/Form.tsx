import { type FormikHelpers, type FormikValues, Formik, useFormikContext } from 'formik'
import { type PropsWithChildren, type SubmitEvent, useRef } from 'react'
import type { ObjectSchema } from 'yup'
import { useToast } from '../toasts'
import { useFocusOnFirstInvalid } from './form-focus'

/** Why a form was not accepted: a message for the whole form, and messages for fields by name. */
export interface FormFailure {
  message: string
  fields?: Record<string, string>
  /** Fields that are emptied, for another attempt. */
  cleared?: string[]
}

export interface FormProps<Values extends FormikValues> {
  initialValues: Values
  schema: ObjectSchema<Values>
  /** Gets the values as the schema cleans them. */
  onSubmit: (values: Values) => Promise<FormFailure | undefined>
  /** Whether errors follow what is typed after a first attempt; else they stay until the next. */
  checksWhileTyping?: boolean
  /** It stays after a success and is empty again, for the next time. */
  isClearedAfterwards?: boolean
}

/** A form validated by its schema. A failure is shown in a toast and, since toasts disappear, in the form's `FormAlert`. */
export function Form<Values extends FormikValues>({
  initialValues,
  schema,
  onSubmit,
  checksWhileTyping = true,
  isClearedAfterwards = false,
  children,
}: PropsWithChildren<FormProps<Values>>) {
  const toast = useToast()
  // Formik's own types for the errors of unknown values never end.
  const blank: FormikValues = initialValues

  async function send(values: FormikValues, helpers: FormikHelpers<FormikValues>): Promise<void> {
    const { setErrors, setFieldValue, setStatus, resetForm } = helpers
    const failure = await onSubmit(schema.cast(values) as Values)
    if (!failure) {
      if (isClearedAfterwards) resetForm()
      return
    }
    for (const field of failure.cleared ?? []) await setFieldValue(field, blank[field], false)
    setErrors(failure.fields ?? {})
    setStatus(failure.message)
    toast.error(failure.message)
  }

  return (
    <Formik
      initialValues={blank}
      validationSchema={schema}
      validateOnBlur={false}
      validateOnChange={checksWhileTyping}
      onSubmit={send}
    >
      <FormElement>{children}</FormElement>
    </Formik>
  )
}

function FormElement({ children }: PropsWithChildren) {
  const form = useRef<HTMLFormElement>(null)
  const { isSubmitting, setStatus, submitForm } = useFormikContext()
  useFocusOnFirstInvalid(form)

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    // Enter submits even while the button is busy; the form must not be sent twice.
    if (isSubmitting) return
    setStatus(undefined)
    void submitForm()
  }

  return (
    <form ref={form} noValidate onSubmit={submit}>
      {children}
    </form>
  )
}
