import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { type FormikValues, useFormikContext } from 'formik'
import { useEffect, useRef, useState } from 'react'
import { type DraftKey, dropDraft, readDraft, writeDraft } from '@client/lib/draft'
import { passFocusUp } from '../focus'

interface DraftSaverProps {
  draftKey: DraftKey
  /** The fields to store: texts and checkboxes, never files or passwords. */
  fields: readonly string[]
  beginning?: Beginning | undefined
}

/**
 * The base values of content that others may edit at the same time. They are stored with the draft, which may be
 * restored days later.
 */
export interface Beginning {
  /** The fields as they were when the form was opened. */
  value: FormikValues
  /** Must have a stable identity. */
  restore: (value: FormikValues) => void
}

/** Stores what is typed into the form in the browser, and restores it, with a note, when the form is opened again. */
export function DraftSaver({ draftKey, fields, beginning }: DraftSaverProps) {
  const { values, initialValues, dirty, setValues, resetForm } = useFormikContext<FormikValues>()
  const [isBroughtBack, setBroughtBack] = useState(false)
  const isRestored = useRef(false)
  const { value: base, restore } = beginning ?? {}
  const [baseToday] = useState(base)

  useEffect(() => {
    if (isRestored.current) {
      if (dirty) writeDraft(draftKey, { ...only(fields, values), ...(base && { [BEGINNING]: only(fields, base) }) })
      else dropDraft(draftKey)
      return
    }
    isRestored.current = true
    const draft = readDraft(draftKey)
    if (!draft) return
    const written = { ...initialValues, ...sameKinds(only(fields, draft), initialValues) }
    if (isObject(draft[BEGINNING])) restore?.(only(fields, draft[BEGINNING]))
    void setValues(written, false).then(() => setBroughtBack(true))
  }, [draftKey, fields, values, initialValues, dirty, setValues, base, restore])

  function beginAnew(): void {
    if (baseToday) restore?.(baseToday)
    resetForm()
  }

  if (!isBroughtBack || !dirty) return null
  return (
    <Note>
      Мы вернули то, что вы написали раньше и не отправили.{' '}
      <Button ref={passFocusUp} size="small" onClick={beginAnew} sx={{ px: 1 }}>
        Начать заново
      </Button>
    </Note>
  )
}

const Note = styled('p')(({ theme }) => ({
  ...theme.typography.body2,
  margin: 0,
  textAlign: 'start',
  color: theme.vars?.palette.text.secondary,
}))

/** The name of an entry in the draft that no field has. */
const BEGINNING = 'begunFrom'

function isObject(value: unknown): value is FormikValues {
  return typeof value === 'object' && value !== null
}

function only(fields: readonly string[], values: FormikValues): FormikValues {
  return Object.fromEntries(fields.map((field) => [field, values[field] as unknown]))
}

/** Omits values that an older version of the form stored with another type. */
function sameKinds(draft: FormikValues, initialValues: FormikValues): FormikValues {
  return Object.fromEntries(
    Object.entries(draft).filter(([field, value]) => typeof value === typeof initialValues[field]),
  )
}
