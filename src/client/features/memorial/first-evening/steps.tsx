import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { Link, useNavigate } from 'react-router-dom'
import { mixed, object } from 'yup'
import { type ArchiveKind, FILE_REQUIRED } from '@contract/archive'
import { knownText } from '@contract/days'
import {
  ADVANCED,
  lifeDatesSchema,
  type Memorial,
  MEMORIAL_LABELS,
  type MemorialDraft,
  memorialDraftSchema,
} from '@contract/memorial'
import { fullName } from '@contract/names'
import { paths, PIN_ANCHOR } from '@contract/paths'
import { isSameView, type PortraitView, WHOLE_PORTRAIT } from '@contract/portrait-view'
import { typeset } from '@contract/typeset'
import { formFailure } from '@client/api/errors'
import { useChangeStatusMutation, useUpdateMemorialMutation } from '@client/api/memorial-change-api'
import { dropDraft } from '@client/lib/draft'
import { useAccount } from '@client/store/use-account'
import { useDraftKey } from '@client/store/use-draft-key'
import { DateField } from '@client/ui/form/DateField'
import { DraftSaver } from '@client/ui/form/DraftSaver'
import { Form, FormAlert, type FormFailure, FormStack } from '@client/ui/form/Form'
import { PhotoField } from '@client/ui/form/PhotoField'
import { PICTURE_HINT } from '@client/ui/form/picture-kinds'
import { SubmitButton } from '@client/ui/form/SubmitButton'
import { TextField } from '@client/ui/form/TextField'
import { useToast } from '@client/ui/toasts'
import { useLeaveBy } from '@client/ui/unsaved-changes'
import { UpgradeOffer } from '../archives/StorageUsage'
import { Uploader } from '../archives/Uploader'
import { UPDATE_FAILED, useSaveAsInBook } from '../edit/use-saving'
import { InviteForm } from '../keepers/KeepersSection'
import { Prose } from '../Prose'
import { UploadList } from '../uploads/UploadList'

export interface StepProps {
  memorial: Memorial
  /** Leads to the next question. */
  onNext: () => void
}

/** Goes on without an answer. */
function Skip({ onNext, children = 'Пропустить' }: Pick<StepProps, 'onNext'> & { children?: string }) {
  return (
    <Button size="large" onClick={onNext} sx={{ alignSelf: 'flex-start', width: { xs: '100%', sm: 'auto' } }}>
      {children}
    </Button>
  )
}

const faceSchema = object({
  photo: mixed<File>()
    .nullable()
    .defined()
    .default(null)
    .test('chosen', FILE_REQUIRED, (photo) => photo !== null),
  view: mixed<PortraitView>().required(),
})

export function FaceStep({ memorial, onNext }: StepProps) {
  const [updateMemorial] = useUpdateMemorialMutation()

  async function save({ photo, view }: { photo: File | null; view: PortraitView }): Promise<FormFailure | undefined> {
    if (!photo) return undefined
    const { error } = await updateMemorial({
      id: memorial.id,
      photo,
      ...(!isSameView(view, WHOLE_PORTRAIT) && view),
    })
    if (error) return formFailure(error, { fallback: UPDATE_FAILED, isFixed: true, fileField: 'photo' })
    onNext()
    return undefined
  }

  return (
    <Form initialValues={{ photo: null, view: WHOLE_PORTRAIT }} schema={faceSchema} onSubmit={save}>
      <FormStack>
        {memorial.photo_path && <Typography color="textSecondary">Портрет на странице уже есть.</Typography>}
        <PhotoField name="photo" label={MEMORIAL_LABELS.file} hint={PICTURE_HINT} viewName="view" />
        <FormAlert />
        <SubmitButton progressText="Сохраняем...">Дальше</SubmitButton>
        <Skip onNext={onNext} />
      </FormStack>
    </Form>
  )
}

export function YearsStep({ memorial, onNext }: StepProps) {
  const [updateMemorial] = useUpdateMemorialMutation()
  const { birth_date, birth_precision, death_date, death_precision } = memorial
  const isAsked = birth_precision === 'unknown' && death_precision === 'unknown'

  async function save(dates: Pick<Memorial, keyof typeof lifeDatesSchema.fields>): Promise<FormFailure | undefined> {
    const { error } = await updateMemorial({ id: memorial.id, ...dates })
    if (error) return formFailure(error, { fallback: UPDATE_FAILED, isFixed: true })
    onNext()
    return undefined
  }

  return (
    <Form
      initialValues={{
        birth_date: knownText(birth_date, birth_precision),
        birth_precision: isAsked ? 'day' : birth_precision,
        death_date: knownText(death_date, death_precision),
        death_precision: isAsked ? 'day' : death_precision,
      }}
      schema={lifeDatesSchema}
      onSubmit={save}
    >
      <FormStack>
        <DateField name="birth_date" precisionName="birth_precision" label={MEMORIAL_LABELS.birth_date} />
        <DateField name="death_date" precisionName="death_precision" label={MEMORIAL_LABELS.death_date} />
        <FormAlert />
        <SubmitButton progressText="Сохраняем...">Дальше</SubmitButton>
        <Skip onNext={onNext}>{isAsked ? 'Не знаю' : 'Оставить как есть'}</Skip>
      </FormStack>
    </Form>
  )
}

const storySchema = memorialDraftSchema.pick(['biography'])
type Sentence = Pick<MemorialDraft, 'biography'>

function appended(biography: string, sentence: string): string {
  return [biography, sentence].filter(Boolean).join('\n\n')
}

/** An answer becomes the next paragraph of the biography. Each question has a draft of its own, by `draftNumber`. */
export function StoryStep({ memorial, onNext, draftNumber }: StepProps & { draftNumber: number }) {
  const [updateMemorial] = useUpdateMemorialMutation()
  const draftKey = useDraftKey(['biography', memorial.id, draftNumber])
  const toast = useToast()
  const saveAsInBook = useSaveAsInBook(UPDATE_FAILED)
  const before = memorial.biography ?? ''

  /** Appends the sentence to the biography, in place of `replaced`, which stands there already. */
  function send({ biography: sentence }: Sentence, replaced?: Sentence) {
    return updateMemorial({
      id: memorial.id,
      biography: appended(before, sentence),
      expected: { biography: replaced ? appended(before, replaced.biography) : memorial.biography },
    })
  }

  async function save({ biography }: Sentence): Promise<FormFailure | undefined> {
    const typed = { biography: biography.trim() }
    const failure = await saveAsInBook({
      typed,
      fields: ['biography'],
      save: async (set) => {
        const { error } = set.biography ? await send(set) : {}
        if (error) return formFailure(error, { fallback: UPDATE_FAILED, isFixed: true })
        if (set.biography && set === typed) toast.success('Записано')
        return undefined
      },
      putBack: (saved) => send(typed, saved),
    })
    if (failure) return failure
    dropDraft(draftKey)
    onNext()
    return undefined
  }

  return (
    <Form initialValues={{ biography: '' }} schema={storySchema} onSubmit={save}>
      <FormStack>
        <DraftSaver draftKey={draftKey} fields={['biography']} />
        <TextField name="biography" label="Ваш ответ" rows={4} autoCapitalize="sentences" />
        <FormAlert />
        <SubmitButton progressText="Сохраняем...">Дальше</SubmitButton>
        <Skip onNext={onNext} />
        {before && (
          <Box>
            <Typography variant="h3" sx={{ mb: 1 }}>
              Уже записано
            </Typography>
            <Prose>{before}</Prose>
          </Box>
        )}
      </FormStack>
    </Form>
  )
}

export function ArchiveStep({ memorial, onNext, kind }: StepProps & { kind: ArchiveKind }) {
  const leaveBy = useLeaveBy()

  if (memorial.profile_rate !== ADVANCED) {
    return (
      <FormStack>
        <Typography>
          {typeset('Для этого на странице нужны альбом, голос и видео. У вас они есть: откройте их для этой страницы.')}
        </Typography>
        <UpgradeOffer memorial={memorial} promoCode={null} onUpgraded={() => undefined} />
        <Skip onNext={onNext} />
      </FormStack>
    )
  }
  return (
    <FormStack>
      <Uploader kind={kind} memorial={memorial} />
      <UploadList archive={{ kind, memorialId: memorial.id }} />
      {/* Uploads go on in the background. */}
      <Button
        variant="outlined"
        size="large"
        onClick={() => leaveBy(onNext)}
        sx={{ alignSelf: { sm: 'flex-start' }, minWidth: { sm: 220 } }}
      >
        Дальше
      </Button>
    </FormStack>
  )
}

export function FamilyStep({ memorial, onNext }: StepProps) {
  return (
    <FormStack>
      {memorial.role === 'owner' && <InviteForm memorialId={memorial.id} />}
      <Button
        variant="outlined"
        size="large"
        onClick={onNext}
        sx={{ alignSelf: { sm: 'flex-start' }, minWidth: { sm: 220 } }}
      >
        Дальше
      </Button>
    </FormStack>
  )
}

export function ShowStep({ memorial }: StepProps) {
  const { user } = useAccount()
  const [changeStatus, { isLoading }] = useChangeStatusMutation()
  const navigate = useNavigate()
  const toast = useToast()
  const toPage = paths.memorial(memorial.id)

  async function open(): Promise<void> {
    const { error } = await changeStatus({ id: memorial.id, public_status: true })
    if (error) toast.error(UPDATE_FAILED)
    else await navigate(toPage)
  }

  if (memorial.public_status) {
    return (
      <Button component={Link} to={toPage} variant="contained" size="large">
        Посмотреть страницу
      </Button>
    )
  }
  return (
    <FormStack>
      <Typography>{typeset(`${fullName(memorial)}. ${user?.has_pin ? WITH_PIN : WITHOUT_PIN}`)}</Typography>
      <Box sx={{ display: 'flex', flexDirection: { xs: 'column', sm: 'row' }, flexWrap: 'wrap', gap: 2 }}>
        <Button component={Link} to={toPage} variant="contained" size="large">
          Оставить для семьи
        </Button>
        <Button variant="outlined" size="large" aria-disabled={isLoading} onClick={() => !isLoading && void open()}>
          {isLoading ? 'Открываем...' : 'Открыть для всех'}
        </Button>
        {!user?.has_pin && (
          <Button component={Link} to={{ pathname: paths.settings, hash: PIN_ANCHOR }} size="large">
            Задать PIN-код для семьи
          </Button>
        )}
      </Box>
    </FormStack>
  )
}

const WITH_PIN = 'Закрытую страницу близкие откроют вашим PIN-кодом. Если открыть её для всех, её найдёт любой человек.'
const WITHOUT_PIN =
  'Чтобы закрытую страницу увидели близкие, задайте PIN-код и скажите им. Если открыть её для всех, её найдёт любой человек.'
