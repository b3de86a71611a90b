import Alert from '@mui/material/Alert'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useFormikContext } from 'formik'
import { useId, useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { type ArchiveItem, WORDS_OF_ITEM } from '@contract/archive'
import { ARCHIVE_KINDS, type ArchiveKind } from '@contract/archive-kinds'
import { type Burial, BURIAL_TEXTS } from '@contract/burial'
import { CONSENT_VERSION } from '@contract/consent'
import { knownText } from '@contract/days'
import { fieldOf, labelOf } from '@contract/history'
import type { Memorial, Precision } from '@contract/memorial'
import { NAME_FIELDS } from '@contract/memorial-terms'
import { guestFormSchema, type Memory, MEMORY_LABELS, memoryPhotoSchema } from '@contract/memory'
import { paths } from '@contract/paths'
import { ownProposalPath, proposalDraftSchema } from '@contract/proposals'
import { typeset } from '@contract/typeset'
import { useGetBurialQuery } from '@client/api/burial-api'
import { formFailure } from '@client/api/errors'
import { useProposeMutation } from '@client/api/proposal-api'
import { useGetMemorialQuery } from '@client/api/memorial-api'
import { dropDraft } from '@client/lib/draft'
import { selectMemorialToken } from '@client/session/session-slice'
import { useAppSelector } from '@client/store/hooks'
import { useAccount } from '@client/store/use-account'
import { useDraftKey } from '@client/store/use-draft-key'
import { AgreementNote, ConsentField } from '@client/ui/form/CheckboxField'
import { DateField } from '@client/ui/form/DateField'
import { DraftSaver } from '@client/ui/form/DraftSaver'
import { Form, FormAlert, type FormFailure, FormStack } from '@client/ui/form/Form'
import { DialogFormButtons, FormDialog } from '@client/ui/form/FormDialog'
import { LabelledSelect } from '@client/ui/form/LabelledSelect'
import { PhotoField } from '@client/ui/form/PhotoField'
import { PICTURE_HINT } from '@client/ui/form/picture-kinds'
import { TextField } from '@client/ui/form/TextField'
import { Loading } from '@client/ui/Loading'

const LEAD = 'Поправьте то, что знаете точнее, или просто расскажите. Решат те, кто хранит эту страницу.'
const THANKS = 'Спасибо. Те, кто хранит эту страницу, прочитают и решат, как быть.'
const OWN_LINK = 'Посмотреть, что с этим стало, или забрать своё уточнение можно по этой ссылке. Сохраните её:'
const NOT_SENT = 'Не удалось отправить. Пожалуйста, попробуйте ещё раз.'

/** What a proposal may be about: one of several facts. */
export type ProposedPart =
  | 'head'
  | 'biography'
  | 'burial'
  | { kind: ArchiveKind; item: ArchiveItem }
  | { memory: Pick<Memory, 'id' | 'description'> }

export interface ProposalDialogProps {
  memorialId: number
  part: ProposedPart
  isOpen: boolean
  onClose: () => void
}

/** Asks a reader what is right, and thanks for it. */
export function ProposalDialog({ memorialId, part, isOpen, onClose }: ProposalDialogProps) {
  const [ownToken, setOwnToken] = useState<string>()

  return (
    <FormDialog
      title="Уточнить"
      isOpen={isOpen}
      onClose={onClose}
      onExited={() => setOwnToken(undefined)}
      maxWidth="sm"
      thanks={ownToken && <Thanks ownToken={ownToken} />}
      {...(typeof part === 'object' && { sx: ABOVE_LIGHTBOX })}
    >
      <FormOfReader memorialId={memorialId} part={part} onSent={setOwnToken} onCancel={onClose} />
    </FormDialog>
  )
}

const ABOVE_LIGHTBOX = { zIndex: 10_000 } as const

function Thanks({ ownToken }: { ownToken: string }) {
  return (
    <>
      {typeset(THANKS)}
      <br />
      {typeset(OWN_LINK)}{' '}
      <Link href={ownProposalPath(ownToken)} target="_blank" rel="noopener" color="inherit">
        моё уточнение
      </Link>
      .
    </>
  )
}

interface FormOfReaderProps extends Pick<ProposalDialogProps, 'memorialId' | 'part'> {
  onSent: (ownToken: string) => void
  onCancel: () => void
}

/** The form, once it is known what stands on the page and who the reader is. */
function FormOfReader({ memorialId, part, ...form }: FormOfReaderProps) {
  const { status, user } = useAccount()
  const isPinVisitor = useAppSelector((state) => selectMemorialToken(state, memorialId)) !== undefined
  const { data: memorial } = useGetMemorialQuery(memorialId)
  const { data: burial } = useGetBurialQuery(memorialId)
  if (status === 'unknown' || !memorial || burial === undefined) return <Loading />
  if (user && !user.is_verified && !isPinVisitor) {
    return (
      <Alert severity="info" variant="outlined">
        Чтобы уточнить,{' '}
        <Link component={RouterLink} to={paths.verifyEmail}>
          подтвердите e-mail
        </Link>
        .
      </Alert>
    )
  }
  const facts = factsOf(part, memorial, burial)
  const isGuest = status === 'guest' || isPinVisitor
  const author = user?.display_name ?? ''
  return <ProposalForm {...form} {...{ memorialId, part, facts, isGuest, author }} />
}

/** What stands in a field, as forms have it. */
interface Fact {
  value: string
  precision: Precision
}

/** The fields that a reader may choose from, in order. */
type Facts = [field: string, fact: Fact][]

function factsOf(part: ProposedPart, memorial: Memorial, burial: Burial | null): Facts {
  if (typeof part === 'object') {
    if ('memory' in part) return [[`memory.${part.memory.id}.description`, textFact(part.memory.description)]]
    const { kind, item } = part
    return WORDS_OF_ITEM.map((field) => [`${kind}.${item.id}.${field}`, textFact(item[field])])
  }
  const ofBurial: Facts = BURIAL_TEXTS.map((field) => [`burial.${field}`, textFact(burial?.[field])])
  if (part === 'burial') return ofBurial
  const ofBiography: Facts = [['biography', textFact(memorial.biography)]]
  if (part === 'biography') return ofBiography
  return [
    ...NAME_FIELDS.map((field): Facts[number] => [field, textFact(memorial[field])]),
    ['birth_date', dateFact(memorial.birth_date, memorial.birth_precision)],
    ['death_date', dateFact(memorial.death_date, memorial.death_precision)],
    // What has no place of its own on the page yet.
    ...(memorial.biography?.trim() ? [] : ofBiography),
    ...(burial ? [] : ofBurial),
  ]
}

function textFact(text: string | null | undefined): Fact {
  return { value: text ?? '', precision: 'day' }
}

function dateFact(date: string | null, precision: Precision): Fact {
  return { value: knownText(date, precision), precision }
}

const sharedSchema = proposalDraftSchema
  .pick(['field', 'value', 'precision', 'note', 'author'])
  .concat(memoryPhotoSchema)
const guestSchema = sharedSchema.concat(guestFormSchema)
const DRAFT_FIELDS = ['field', 'value', 'precision', 'note', 'author']

interface Values extends Fact {
  field: string
  note: string
  author: string
  file: File | null
  author_email?: string
  consent?: boolean
}

interface ProposalFormProps extends FormOfReaderProps {
  facts: Facts
  isGuest: boolean
  /** The name of the account, if it has one. */
  author: string
}

const OF_FACT = '«Он родился в Вязёмах, у нас есть метрика»'
const OF_PHOTO = '«Слева сидит тётя Клава, а снимал дед»'
const OF_MEMORY = '«Это было летом сорок шестого, мы ехали вместе»'

function ProposalForm({ memorialId, part, facts, isGuest, author, onSent, onCancel }: ProposalFormProps) {
  const [propose] = useProposeMutation()
  const [sentPercent, setSentPercent] = useState<number>()
  // The policy in force knows the drafts of readers by this name.
  const draftKey = useDraftKey(['memory', memorialId, ...numbersOf(part)])
  const [field, fact] = facts[0] ?? ['', textFact(null)]
  const example = field.startsWith('memory.') ? OF_MEMORY : field.startsWith('photo.') ? OF_PHOTO : OF_FACT
  const ofGuest = isGuest && { author_email: '', consent: false }

  async function send({ consent, file, precision, ...written }: Values): Promise<FormFailure | undefined> {
    const { data, error } = await propose({
      ...{ memorialId, ...written, file },
      ...(written.field.endsWith('_date') && { precision }),
      ...(consent && { consent_version: CONSENT_VERSION }),
      onProgress: (bytes) => setSentPercent(Math.min(100, Math.round((100 * bytes) / (file?.size ?? bytes)))),
    })
    setSentPercent(undefined)
    if (!data) return formFailure(error, { fallback: NOT_SENT, fileField: 'file' })
    dropDraft(draftKey)
    onSent(data.own_token)
    return undefined
  }

  function cancel(): void {
    dropDraft(draftKey)
    onCancel()
  }

  return (
    <Form<Values>
      initialValues={{ field, ...fact, note: '', author, file: null, ...ofGuest }}
      schema={(isGuest ? guestSchema : sharedSchema) as never}
      onSubmit={send}
    >
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        {typeset(LEAD)}
      </Typography>
      <FormStack>
        <DraftSaver draftKey={draftKey} fields={DRAFT_FIELDS} />
        <FactFields facts={facts} />
        <TextField
          name="note"
          label="Что вы знаете"
          rows={3}
          autoCapitalize="sentences"
          hint={`Необязательно. Например: ${example}.`}
        />
        <PhotoField
          name="file"
          label={MEMORY_LABELS.file}
          chooseLabel="Добавить фотографию"
          hint={`Необязательно: документ или снимок, по которому это видно. ${PICTURE_HINT}`}
        />
        <TextField name="author" label="Ваше имя" required autoComplete="name" autoCapitalize="words" />
        {isGuest && <GuestFields />}
        <FormAlert />
        <DialogFormButtons progressText="Отправляем..." sentPercent={sentPercent} onCancel={cancel}>
          Отправить
        </DialogFormButtons>
      </FormStack>
    </Form>
  )
}

/** What a draft is about, besides the page. */
function numbersOf(part: ProposedPart): number[] {
  if (typeof part !== 'object') return [['head', 'biography', 'burial'].indexOf(part)]
  if ('memory' in part) return [ARCHIVE_KINDS.length, part.memory.id]
  return [ARCHIVE_KINDS.indexOf(part.kind), part.item.id]
}

const LINES_OF_TEXTS: Partial<Record<string, number>> = { biography: 8, description: 3, burial_address: 2 }

/** The choice of a field where there are several, and what stands in it, to be changed in place. */
function FactFields({ facts }: { facts: Facts }) {
  const { values, setValues } = useFormikContext<Values>()
  const id = useId()
  const { field } = values
  const lines = field.startsWith('memory.') ? 8 : LINES_OF_TEXTS[fieldOf(field)]

  function choose(chosen: string): void {
    const fact = facts.find(([name]) => name === chosen)?.[1]
    void setValues({ ...values, field: chosen, ...fact }, false)
  }

  return (
    <>
      {facts.length > 1 && (
        <LabelledSelect
          id={id}
          name="field"
          label="Что уточнить"
          options={facts.map(([name]) => [name, labelOf(name)] as const)}
          value={field}
          onChange={choose}
        />
      )}
      {field.endsWith('_date') ? (
        <DateField name="value" precisionName="precision" label={labelOf(field)} />
      ) : (
        <TextField
          key={field}
          name="value"
          label={facts.length > 1 ? 'Как правильно' : labelOf(field)}
          autoCapitalize="sentences"
          {...(lines && { rows: lines })}
        />
      )}
    </>
  )
}

function GuestFields() {
  return (
    <>
      <TextField
        name="author_email"
        label="E-mail"
        type="email"
        required
        autoComplete="email"
        autoCapitalize="none"
        hint="На странице его не видно."
      />
      <ConsentField />
      <AgreementNote doing="Отправляя уточнение" />
    </>
  )
}
