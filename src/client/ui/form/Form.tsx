import { type FormikHelpers, type FormikValues, Formik, useFormikContext } from 'formik'
import { type PropsWithChildren, type RefObject, type SubmitEvent, useEffect, useEffectEvent, useRef } from 'react'
import type { ObjectSchema } from 'yup'
import { useToast } from '../toasts'
import { useFocusOnFirstInvalid } from './form-focus'

/** Why a form was not accepted: a message for the whole form, and messages for fields by name. */
export interface FormFailure {
  message: string
  fields?: Record<string, string>
  /** Fields that are emptied, for another attempt. */
  cleared?: string[]
  /** The device had no connection: the form is sent again by itself as soon as it has. */
  isOffline?: boolean
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

/** What Formik keeps as the `status` of a form that was not accepted. */
export type FormStatus = Pick<FormFailure, 'message' | 'isOffline'>

/**
 * A form validated by its schema. A failure is shown in a toast and, since toasts disappear, in the form's `FormAlert`; in
 * neither when the same words stand at a field.
 */
export function Form<Values extends FormikValues>({
  initialValues,
  schema,
  onSubmit,
  checksWhileTyping = true,
  isClearedAfterwards = false,
  children,
}: PropsWithChildren<FormProps<Values>>) {
  const toast = useToast()
  const form = useRef<HTMLFormElement>(null)
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
    if (isSaidAtField(failure, form.current)) return
    setStatus({ message: failure.message, isOffline: failure.isOffline } satisfies FormStatus)
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
      <FormElement form={form}>{children}</FormElement>
    </Formik>
  )
}

/** A form may leave out the field that a failure names. */
function isSaidAtField({ message, fields = {} }: FormFailure, form: HTMLFormElement | null): boolean {
  return Object.entries(fields).some(([name, text]) => text === message && form?.elements.namedItem(name))
}

function FormElement({ form, children }: PropsWithChildren<{ form: RefObject<HTMLFormElement | null> }>) {
  const formik = useFormikContext()
  const { isSubmitting, setStatus, submitForm } = formik
  useFocusOnFirstInvalid(form)
  const isOffline = (formik.status as FormStatus | undefined)?.isOffline === true
  const sendAgain = useEffectEvent(sendOnce)

  useEffect(() => {
    if (!isOffline) return
    const listener = () => sendAgain()
    window.addEventListener('online', listener)
    return () => window.removeEventListener('online', listener)
  }, [isOffline])

  function sendOnce(): void {
    if (isSubmitting) return
    setStatus(undefined)
    void submitForm()
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    // Enter submits even while the button is busy; the form must not be sent twice.
    sendOnce()
  }

  return (
    <form ref={form} noValidate onSubmit={submit}>
      {children}
    </form>
  )
}
