import Alert from '@mui/material/Alert'
import { styled } from '@mui/material/styles'
import { Formik, type FormikHelpers, type FormikValues, useField, useFormikContext } from 'formik'
import {
  type PropsWithChildren,
  type RefObject,
  type SubmitEvent,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
} from 'react'
import type { ObjectSchema } from 'yup'
import { hasConnection } from '@client/lib/connection'
import { useUnsavedChanges } from '@client/ui/unsaved-changes'
import { useToast } from '../toasts'

/** The retry interval of a form that waits for a connection. */
export const SENT_EVERY_MS = 20_000

/** Why a form was rejected: a message for the whole form, and messages for fields by name. */
export interface FormFailure {
  message: string
  fields?: Record<string, string>
  /** Fields to clear for another attempt. */
  cleared?: string[]
  /**
   * There was no response. The input stays, and is sent again automatically where that is harmless, or by one press.
   */
  isUnanswered?: boolean
}

export interface FormProps<Values extends FormikValues> {
  initialValues: Values
  schema: ObjectSchema<Values>
  /** Receives the values as the schema casts them. */
  onSubmit: (values: Values) => Promise<FormFailure | undefined>
  /** Whether errors update while typing after a first attempt; otherwise they stay until the next attempt. */
  checksWhileTyping?: boolean
  /** The form stays after a success and is reset, for the next entry. */
  isClearedAfterwards?: boolean
  /** Idempotent: sending it twice has the same effect as once. */
  isRepeatable?: boolean
}

/** The Formik `status` of a rejected form. */
export interface FormStatus {
  message: string
  /** After no response: how it is sent again. */
  next?: 'sent-by-itself' | 'sent-by-press' | undefined
}

/**
 * A form validated by its schema. A failure is shown in a toast and, since toasts disappear, in the form's `FormAlert`;
 * in neither when the same text stands at a field.
 */
export function Form<Values extends FormikValues>({
  initialValues,
  schema,
  onSubmit,
  checksWhileTyping = true,
  isClearedAfterwards = false,
  isRepeatable = false,
  children,
}: PropsWithChildren<FormProps<Values>>) {
  const toast = useToast()
  const form = useRef<HTMLFormElement>(null)
  const isByItself = useRef(false)
  // Formik's own types for the errors of unknown values never end.
  const blank: FormikValues = initialValues

  async function send(values: FormikValues, helpers: FormikHelpers<FormikValues>): Promise<void> {
    const { setErrors, setFieldValue, setStatus, resetForm } = helpers
    // An offline browser sends nothing. An online one may have sent the request, though the response is missing.
    const hasNotArrived = !navigator.onLine
    const failure = await onSubmit(schema.cast(values) as Values)
    if (!failure) {
      setStatus(undefined)
      if (isClearedAfterwards) resetForm()
      return
    }
    for (const field of failure.cleared ?? []) await setFieldValue(field, blank[field], false)
    setErrors(failure.fields ?? {})
    if (isSaidAtField(failure, form.current)) return
    const isSentByItself = !hasConnection() && (hasNotArrived || isRepeatable)
    const next = failure.isUnanswered ? (isSentByItself ? 'sent-by-itself' : 'sent-by-press') : undefined
    setStatus({ message: failure.message, next } satisfies FormStatus)
    // Automatic retries show no toast.
    if (!(next && isByItself.current)) toast.error(failure.message)
  }

  return (
    <Formik
      initialValues={blank}
      validationSchema={schema}
      validateOnBlur={false}
      validateOnChange={checksWhileTyping}
      onSubmit={send}
    >
      <FormElement form={form} isByItself={isByItself}>
        {children}
      </FormElement>
    </Formik>
  )
}

/** A form may omit the field that a failure names. */
function isSaidAtField({ message, fields = {} }: FormFailure, form: HTMLFormElement | null): boolean {
  return Object.entries(fields).some(([name, text]) => text === message && form?.elements.namedItem(name))
}

interface FormElementProps {
  form: RefObject<HTMLFormElement | null>
  /** Whether the last attempt was automatic. */
  isByItself: RefObject<boolean>
}

function FormElement({ form, isByItself, children }: PropsWithChildren<FormElementProps>) {
  const formik = useFormikContext()
  const { isSubmitting, setStatus, submitForm } = formik
  useFocusOnFirstInvalid(form)
  const waitsForConnection = (formik.status as FormStatus | undefined)?.next === 'sent-by-itself'
  // The message of the last attempt stays during the retry.
  const sendAgain = useEffectEvent(() => sendOnce({ byItself: true }))

  useEffect(() => {
    if (!waitsForConnection) return
    const sendIfOnline = () => {
      if (navigator.onLine) sendAgain()
    }
    window.addEventListener('online', sendIfOnline)
    // A browser does not always notice that its connection is back.
    const timer = setInterval(sendIfOnline, SENT_EVERY_MS)
    return () => {
      window.removeEventListener('online', sendIfOnline)
      clearInterval(timer)
    }
  }, [waitsForConnection])

  function sendOnce({ byItself }: { byItself: boolean }): void {
    if (isSubmitting) return
    // oxlint-disable-next-line react/immutability -- a ref of the form around this one
    isByItself.current = byItself
    if (!byItself) setStatus(undefined)
    void submitForm()
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    // Enter submits even while the button is busy; the form must not be sent twice.
    sendOnce({ byItself: false })
  }

  return (
    <form ref={form} noValidate onSubmit={submit}>
      {children}
    </form>
  )
}

/** What happens next when there was no response. */
const NEXT = {
  'sent-by-itself': 'Сейчас нет связи. Написанное не пропадёт: отправим, как только связь появится.',
  'sent-by-press':
    'Ответа не было: связи нет или она очень слабая. Написанное не пропадёт: когда связь наладится, отправьте ещё раз одним нажатием.',
}

/** Why the form was rejected. Stays until the next attempt, unlike the toast with the same text. */
export function FormAlert() {
  const status = useFormikContext().status as FormStatus | undefined
  if (!status) return null
  return (
    <Alert severity={status.next ? 'info' : 'error'} variant="outlined">
      {status.message}
      {status.next && ` ${NEXT[status.next]}`}
    </Alert>
  )
}

/** The fields of a form, one below another. */
export const FormStack = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.spacing(3),
}))

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
  const handledAttempt = useRef(submitCount)

  useEffect(() => {
    if (isSubmitting || submitCount === handledAttempt.current) return
    handledAttempt.current = submitCount
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [submitCount, isSubmitting, form])
}

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

/** Inside a form: asks the user before unsaved changes are lost; `onDiscard` is called if they leave anyway. */
export function ReportUnsaved({ onDiscard }: { onDiscard?: () => void }) {
  useUnsavedChanges(useFormikContext().dirty, onDiscard)
  return null
}
