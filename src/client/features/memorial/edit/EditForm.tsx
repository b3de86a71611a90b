import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import { type FormikValues, useFormikContext } from 'formik'
import { type PropsWithChildren, useEffect, useEffectEvent, useId, useState } from 'react'
import type { ObjectSchema } from 'yup'
import { typeset } from '@contract/typeset'
import type { MarkedDifferenceProps } from '@client/ui/Difference'
import { ConfirmDialog } from '@client/ui/ConfirmDialog'
import {
  focusFirstField,
  Form,
  FormAlert,
  type FormFailure,
  FormStack,
  type FormStatus,
  ReportUnsaved,
} from '@client/ui/form/Form'
import { CancelButton, SubmitButton } from '@client/ui/form/SubmitButton'
import { type Beginning, DraftSaver } from '@client/ui/form/DraftSaver'
import { dropDraft } from '@client/lib/draft'
import { type DraftOf, useDraftKey } from '@client/store/use-draft-key'
import { RadioChoice } from '@client/ui/form/RadioChoice'
import { lazyChunk } from '@client/ui/lazy-chunk'
import { useToast } from '@client/ui/toasts'
import { type Choice, choiceName, type Conflict, type Disputed, type OpenConflict, useConflict } from './conflict'

const CHOOSE = 'Выберите, какой вариант сохранить.'
const LEFT_AS_IS = 'На странице всё осталось как было'

/** In px: about the length of a readable line. */
const FORM_WIDTH = 640

export interface EditFormProps<Values extends FormikValues> {
  initialValues: Values
  schema: ObjectSchema<Values>
  /** Gets the values as cleaned by the schema. Resolves to the reason of a failure. */
  save: (values: Values) => Promise<FormFailure | undefined>
  /** The toast after a success: 'Биография сохранена'. */
  savedText: string
  onClose: () => void
  draftOf?: DraftOf
  /** Saved with the draft. */
  beginning?: Beginning
  /** Another keeper has saved the same fields since the form opened. */
  conflict?: Conflict<Values> | undefined
}

/** The form of a section of a memorial in edit mode: its fields, Save and Cancel. */
export function EditForm<Values extends FormikValues>({
  initialValues,
  schema,
  save,
  savedText,
  onClose,
  draftOf,
  beginning,
  conflict,
  children,
}: PropsWithChildren<EditFormProps<Values>>) {
  const toast = useToast()
  const open = useConflict(conflict, schema)
  const draftKey = useDraftKey(draftOf)
  const [initialTexts] = useState(() => textsOf(initialValues))

  function forget(): void {
    if (draftKey) dropDraft(draftKey)
  }

  function close(): void {
    forget()
    onClose()
  }

  async function saveAndClose(values: Values): Promise<FormFailure | undefined> {
    const undecided = open?.disputed(values).filter(({ choice }) => !choice) ?? []
    if (undecided.length > 0) return notChosen(undecided.map(({ part }) => choiceName(part)))
    const isAsRemote = open?.isAsRemote(values)
    const failure = isAsRemote ? undefined : await save(values)
    if (failure) return failure
    toast.success(isAsRemote ? LEFT_AS_IS : savedText)
    close()
    return undefined
  }

  return (
    <Form initialValues={initialValues} schema={schema} onSubmit={saveAndClose} isRepeatable>
      <FormStack ref={focusFirstField} sx={{ my: 1, textAlign: 'start', maxWidth: FORM_WIDTH }}>
        {draftKey && <DraftSaver draftKey={draftKey} fields={initialTexts} beginning={beginning} />}
        {children}
        {open && <ChangedByOther conflict={open} />}
        <FormAlert />
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2 }}>
          <SaveButton conflict={open} />
          <CancelEditing onCancel={close} />
        </Box>
      </FormStack>
      <ReportUnsaved onDiscard={forget} />
    </Form>
  )
}

/** Its label says what becomes of the remote changes. */
function SaveButton<Values extends FormikValues>({ conflict }: { conflict: OpenConflict<Values> | undefined }) {
  const { values } = useFormikContext<Values>()
  return <SubmitButton progressText="Сохраняем...">{saveLabel(conflict, values)}</SubmitButton>
}

function saveLabel<Values extends FormikValues>(conflict: OpenConflict<Values> | undefined, values: Values): string {
  const disputed = conflict?.disputed(values) ?? []
  if (disputed.length === 0) return 'Сохранить'
  if (conflict?.isAsRemote(values)) return 'Оставить как на странице'
  const isAllMine = disputed.every(({ choice }) => choice === 'mine')
  return isAllMine ? 'Сохранить мой вариант' : 'Сохранить выбранное'
}

function notChosen(choices: string[]): FormFailure {
  return { message: CHOOSE, fields: Object.fromEntries(choices.map((name) => [name, CHOOSE])) }
}

/** Asks first if typed text could not be saved: the keeper may not expect to lose it. */
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

/** The names of the fields that a draft contains: no files. */
function textsOf(values: FormikValues): string[] {
  return Object.keys(values).filter((name) => typeof values[name] === 'string')
}

const MarkedDifference = lazyChunk<MarkedDifferenceProps>(
  async () => (await import('@client/ui/Difference')).MarkedDifference,
  { Missing: ({ remote }) => remote },
)

const CHOICES: Record<Choice, string> = { mine: 'Оставить мой', remote: 'Взять другой' }

export interface ChangedByOtherProps<Values extends FormikValues> {
  conflict: OpenConflict<Values>
}

/** What another keeper has saved on the page, and the choice between that and the own changes. */
function ChangedByOther<Values extends FormikValues>({ conflict }: ChangedByOtherProps<Values>) {
  const { values, setValues } = useFormikContext<Values>()
  const disputed = conflict.disputed(values)

  // Fields that were not changed here take the remote value without a question.
  const takeUntouched = useEffectEvent(() => void setValues(conflict.withUntouched(values)))
  useEffect(() => takeUntouched(), [conflict.remote])

  if (disputed.length === 0) return null
  return (
    <Alert severity="info" variant="outlined" icon={false} sx={FULL_WIDTH}>
      {disputed.map(({ part, choice }) => (
        <DisputedPart
          key={part.label}
          part={part}
          choice={choice}
          mine={String(values[part.fields[0] ?? ''] ?? '')}
          remote={conflict.remoteInWords(part)}
          onChange={(chosen) => void setValues(conflict.choose(part, chosen, values))}
        />
      ))}
      {typeset('Если нужно и то и другое, перенесите недостающее в свой текст и выберите «Оставить мой».')}
    </Alert>
  )
}

interface DisputedPartProps<Values extends FormikValues> extends Disputed<Values> {
  mine: string
  remote: string
  onChange: (choice: Choice) => void
}

function DisputedPart<Values extends FormikValues>({
  part,
  choice,
  mine,
  remote,
  onChange,
}: DisputedPartProps<Values>) {
  const id = useId()
  const name = choiceName(part)
  const error = useFormikContext<FormikValues>().errors[name]

  return (
    <Box sx={{ mb: 2 }}>
      {part.label}. Сейчас на странице:
      <Box sx={REMOTE} tabIndex={0} role="group" aria-label={`Сейчас на странице: ${part.label}`}>
        {part.isLong && remote ? <MarkedDifference mine={mine} remote={remote} /> : remote || 'Ничего не написано.'}
      </Box>
      <RadioChoice
        id={id}
        name={name}
        label={`${part.label}: какой вариант сохранить?`}
        choices={CHOICES}
        value={choice ?? ''}
        error={error as string | undefined}
        onChange={onChange}
      />
    </Box>
  )
}

/** Not clipped: the focus ring of a radio button is wider than the button. */
const FULL_WIDTH = {
  textAlign: 'start',
  '& .MuiAlert-message': { flexGrow: 1, minWidth: 0, overflow: 'visible' },
} as const

/** Lines above and below hint that a long text scrolls. */
const REMOTE = {
  mt: 1,
  mb: 2,
  py: 1,
  borderTop: 1,
  borderBottom: 1,
  borderColor: 'divider',
  maxHeight: '40vh',
  overflowY: 'auto',
  whiteSpace: 'pre-line',
  overflowWrap: 'anywhere',
} as const
