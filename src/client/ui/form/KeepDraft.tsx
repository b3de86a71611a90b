import { type FormikValues, useFormikContext } from 'formik'
import { useEffect, useRef } from 'react'
import { type DraftKey, dropDraft, readDraft, writeDraft } from '@client/lib/draft'

export interface KeepDraftProps {
  draftKey: DraftKey
  /** The fields that are kept: texts and ticks, never files or passwords. */
  fields: readonly string[]
}

/** Keeps what is typed into the form in the tab, and brings it back when the form is opened again. */
export function KeepDraft({ draftKey, fields }: KeepDraftProps) {
  const { values, initialValues, dirty, setValues } = useFormikContext<FormikValues>()
  const isRestored = useRef(false)

  useEffect(() => {
    if (isRestored.current) {
      if (dirty) writeDraft(draftKey, only(fields, values))
      else dropDraft(draftKey)
      return
    }
    isRestored.current = true
    const draft = readDraft(draftKey)
    if (draft) void setValues({ ...initialValues, ...sameKinds(only(fields, draft), initialValues) }, false)
  }, [draftKey, fields, values, initialValues, dirty, setValues])

  return null
}

function only(fields: readonly string[], values: FormikValues): FormikValues {
  return Object.fromEntries(fields.map((field) => [field, values[field] as unknown]))
}

/** Leaves out values that an older version of the form stored with another type. */
function sameKinds(draft: FormikValues, initialValues: FormikValues): FormikValues {
  return Object.fromEntries(
    Object.entries(draft).filter(([field, value]) => typeof value === typeof initialValues[field]),
  )
}
