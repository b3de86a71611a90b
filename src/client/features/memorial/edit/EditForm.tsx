import Box from '@mui/material/Box'
import { type FormikValues, useFormikContext } from 'formik'
import { type PropsWithChildren, useState } from 'react'
import type { ObjectSchema } from 'yup'
import { ConfirmDialog } from '@client/ui/ConfirmDialog'
import { focusFirstField } from '@client/ui/form/form-focus'
import { CancelButton } from '@client/ui/form/CancelButton'
import { Form, type FormFailure, type FormStatus } from '@client/ui/form/Form'
import { FormAlert } from '@client/ui/form/FormAlert'
import { FormStack } from '@client/ui/form/FormStack'
import { ReportUnsaved } from '@client/ui/form/ReportUnsaved'
import { SubmitButton } from '@client/ui/form/SubmitButton'
import { type Beginning, KeepDraft } from '@client/ui/form/KeepDraft'
import { dropDraft } from '@client/lib/draft'
import { type DraftOf, useDraftKey } from '@client/store/use-draft-key'
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
  draftOf?: DraftOf
  /** What is kept with the draft. */
  beginning?: Beginning
}

/** A part of a memorial while its owner changes it: its fields, Save and Cancel. */
export function EditForm<Values extends FormikValues>({
  initialValues,
  schema,
  save,
  savedText,
  onClose,
  draftOf,
  beginning,
  children,
}: PropsWithChildren<EditFormProps<Values>>) {
  const toast = useToast()
  const draftKey = useDraftKey(draftOf)
  const [kept] = useState(() => textsOf(initialValues))

  function forget(): void {
    if (draftKey) dropDraft(draftKey)
  }

  function close(): void {
    forget()
    onClose()
  }

  async function saveAndClose(values: Values): Promise<FormFailure | undefined> {
    const failure = await save(values)
    if (failure) return failure
    toast.success(savedText)
    close()
    return undefined
  }

  return (
    <Form initialValues={initialValues} schema={schema} onSubmit={saveAndClose} isRepeatable>
      <FormStack ref={focusFirstField} sx={{ my: 1, textAlign: 'start', maxWidth: FORM_WIDTH }}>
        {draftKey && <KeepDraft draftKey={draftKey} fields={kept} beginning={beginning} />}
        {children}
        <FormAlert />
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2 }}>
          <SubmitButton progressText="Сохраняем...">Сохранить</SubmitButton>
          <CancelEditing onCancel={close} />
        </Box>
      </FormStack>
      <ReportUnsaved onDiscard={forget} />
    </Form>
  )
}

/** Asks first where something was typed that could not be saved: whoever typed it may not expect it to go. */
function CancelEditing({ onCancel }: { onCancel: () => void }) {
  const formik = useFormikContext()
  const [isAsking, setAsking] = useState(false)
  const wasRefused = (formik.status as FormStatus | undefined) !== undefined

  return (
    <>
      <CancelButton onCancel={formik.dirty && wasRefused ? () => setAsking(true) : onCancel} />
      <ConfirmDialog
        isOpen={isAsking}
        title="Закрыть без сохранения?"
        confirmLabel="Закрыть без сохранения"
        cancelLabel="Остаться"
        onConfirm={onCancel}
        onCancel={() => setAsking(false)}
      >
        То, что вы написали, не сохранено и пропадёт.
      </ConfirmDialog>
    </>
  )
}

/** The names of the fields that a draft keeps: no files. */
function textsOf(values: FormikValues): string[] {
  return Object.keys(values).filter((name) => typeof values[name] === 'string')
}
