import Box from '@mui/material/Box'
import type { FormikValues } from 'formik'
import type { PropsWithChildren } from 'react'
import type { ObjectSchema } from 'yup'
import { focusFirstField } from '@client/ui/form/form-focus'
import { CancelButton } from '@client/ui/form/CancelButton'
import { Form, type FormFailure } from '@client/ui/form/Form'
import { FormAlert } from '@client/ui/form/FormAlert'
import { FormStack } from '@client/ui/form/FormStack'
import { ReportUnsaved } from '@client/ui/form/ReportUnsaved'
import { SubmitButton } from '@client/ui/form/SubmitButton'
import { useToast } from '@client/ui/toasts'

/** In px: about as long as a line that is easy to read. */
const FORM_WIDTH = 640

export interface EditFormProps<Values extends FormikValues> {
  initialValues: Values
  schema: ObjectSchema<Values>
  /** Gets the values as cleaned by the schema. Resolves to the reason if they were not saved. */
  save: (values: Values) => Promise<FormFailure | undefined>
  /** For the toast after a success: 'Биография сохранена'. */
  savedText: string
  onClose: () => void
  /** Called when the user leaves the page without saving. */
  onDiscard?: () => void
}

/** A part of a memorial while its owner changes it: its fields, Save and Cancel. */
export function EditForm<Values extends FormikValues>({
  initialValues,
  schema,
  save,
  savedText,
  onClose,
  onDiscard,
  children,
}: PropsWithChildren<EditFormProps<Values>>) {
  const toast = useToast()

  async function saveAndClose(values: Values): Promise<FormFailure | undefined> {
    const failure = await save(values)
    if (failure) return failure
    toast.success(savedText)
    onClose()
    return undefined
  }

  return (
    <Form initialValues={initialValues} schema={schema} onSubmit={saveAndClose}>
      <FormStack ref={focusFirstField} sx={{ my: 1, textAlign: 'start', maxWidth: FORM_WIDTH }}>
        {children}
        <FormAlert />
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2 }}>
          <SubmitButton progressText="Сохраняем...">Сохранить</SubmitButton>
          <CancelButton onCancel={onClose} />
        </Box>
      </FormStack>
      <ReportUnsaved onDiscard={onDiscard} />
    </Form>
  )
}
