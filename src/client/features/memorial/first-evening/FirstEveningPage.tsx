import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import type { PropsWithChildren, ReactNode } from 'react'
import { Link, Navigate, useNavigate, useParams, useSearchParams } from 'react-router-dom'
import { mixed, object } from 'yup'
import { type ArchiveKind, FILE_REQUIRED } from '@contract/archive'
import { knownText } from '@contract/days'
import {
  ADVANCED,
  lifeDatesSchema,
  type Memorial,
  MEMORIAL_LABELS,
  memorialDraftSchema,
  memorialFormSchema,
} from '@contract/memorial'
import { genderOf, fullName } from '@contract/names'
import { paths, PIN_ANCHOR } from '@contract/paths'
import { isSameView, type PortraitView, WHOLE_PORTRAIT } from '@contract/portrait-view'
import { typeset } from '@contract/typeset'
import { formFailure } from '@client/api/errors'
import {
  useChangeStatusMutation,
  useCreateMemorialMutation,
  useUpdateMemorialMutation,
  useUpgradeMemorialMutation,
} from '@client/api/memorial-change-api'
import { dropDraft } from '@client/lib/draft'
import { useAccount, usePlacesLeft } from '@client/store/use-account'
import { useDraftKey } from '@client/store/use-draft-key'
import { DateField } from '@client/ui/form/DateField'
import { DraftSaver } from '@client/ui/form/DraftSaver'
import { Form, FormAlert, type FormFailure, FormStack } from '@client/ui/form/Form'
import { PhotoField } from '@client/ui/form/PhotoField'
import { PICTURE_HINT } from '@client/ui/form/picture-kinds'
import { SubmitButton } from '@client/ui/form/SubmitButton'
import { NameField, TextField } from '@client/ui/form/TextField'
import { Page } from '@client/ui/Page'
import { useToast } from '@client/ui/toasts'
import { UnsavedChangesGuard, useLeaveBy } from '@client/ui/unsaved-changes'
import { Uploader } from '../archives/Uploader'
import { UPDATE_FAILED } from '../edit/use-saving'
import { InviteForm } from '../keepers/KeepersSection'
import { MemorialGate } from '../MemorialGate'
import { Prose } from '../Prose'
import { UploadList } from '../uploads/UploadList'

/** The questions of the first evening after the name, in their order. Each has an answer that is saved at once. */
const STEPS = ['face', 'years', 'who', 'said', 'today', 'photos', 'voice', 'family', 'show'] as const
type Step = (typeof STEPS)[number]
/** Only an advanced memorial has archives. */
const STEPS_OF_ARCHIVES: readonly Step[] = ['photos', 'voice']

const nameSchema = memorialDraftSchema.pick(['lastname', 'name', 'surname'])

/** The first question, before there is a page: whose page it is. Only for users who are signed in. */
export function FirstEveningPage() {
  const [createMemorial] = useCreateMemorialMutation()
  const navigate = useNavigate()
  const placesLeft = usePlacesLeft()
  if (placesLeft !== undefined && placesLeft <= 0) return <Navigate to={paths.createMemorial} replace />

  async function create(names: { lastname: string; name: string; surname: string }): Promise<FormFailure | undefined> {
    const { data, error } = await createMemorial({
      ...memorialFormSchema.getDefault(),
      ...names,
      birth_date: null,
      birth_precision: 'unknown',
      death_date: null,
      death_precision: 'unknown',
    })
    if (error) return formFailure(error, { fallback: 'Не удалось сохранить имя. Пожалуйста, попробуйте ещё раз.' })
    // Back must not lead to a form that would make a second page.
    if (data) await navigate(paths.firstEveningOf(data.id), { replace: true })
    return undefined
  }

  return (
    <Question
      title="О ком вы хотите рассказать?"
      hint="Мы спросим понемногу, по одному вопросу. На любой можно не отвечать и вернуться к нему потом. Страницу пока видите только вы."
      progress={0}
    >
      <Form initialValues={{ lastname: '', name: '', surname: '' }} schema={nameSchema} onSubmit={create}>
        <FormStack>
          <NameField name="lastname" label={MEMORIAL_LABELS.lastname} required />
          <NameField name="name" label={MEMORIAL_LABELS.name} required />
          <NameField name="surname" label={MEMORIAL_LABELS.surname} hint="Необязательно" />
          <FormAlert />
          <SubmitButton progressText="Сохраняем...">Дальше</SubmitButton>
        </FormStack>
      </Form>
    </Question>
  )
}

/** The other questions, about a page that is there. The URL names the question, so that Back leads to the one before. */
export function FirstEveningOfPage() {
  const id = Number(useParams().memorialId)
  return (
    <MemorialGate memorialId={id}>
      {(memorial) =>
        memorial.role ? (
          <UnsavedChangesGuard>
            <Questions memorial={memorial} />
          </UnsavedChangesGuard>
        ) : (
          <Navigate to={paths.memorial(id)} replace />
        )
      }
    </MemorialGate>
  )
}

interface StepProps {
  memorial: Memorial
  /** Leads to the next question. */
  onNext: () => void
}

function Questions({ memorial }: { memorial: Memorial }) {
  const [params, setParams] = useSearchParams()
  const steps = useSteps(memorial)
  const index = Math.max(0, steps.indexOf(params.get('question') as Step))
  const step = steps[index] ?? 'show'
  const props: StepProps = { memorial, onNext: () => setParams({ question: steps[index + 1] ?? 'show' }) }
  const { title, hint, answer } = questionOf(step, props)
  return (
    <Question key={step} title={title} hint={hint} progress={((index + 1) / (steps.length + 1)) * 100}>
      {answer}
    </Question>
  )
}

/** Archives are asked for where the page has them, or may have them at once. */
function useSteps({ profile_rate }: Memorial): readonly Step[] {
  const { user } = useAccount()
  const hasArchives = profile_rate === ADVANCED || (user?.advanced_memorials_left ?? 0) > 0
  return hasArchives ? STEPS : STEPS.filter((step) => !STEPS_OF_ARCHIVES.includes(step))
}

interface QuestionOfStep {
  title: string
  hint: string
  answer: ReactNode
}

function questionOf(step: Step, props: StepProps): QuestionOfStep {
  const { memorial } = props
  const gender = genderOf(memorial)
  const say = (he: string, she: string, anyone: string) => ({ male: he, female: she, unknown: anyone })[gender]
  switch (step) {
    case 'face':
      return {
        title: say('Есть ли его портрет?', 'Есть ли её портрет?', 'Есть ли портрет?'),
        hint: 'Выберите снимок, который вы любите. Снимок с бумаги можно просто сфотографировать телефоном.',
        answer: <FaceStep {...props} />,
      }
    case 'years':
      return {
        title: say('Когда он жил?', 'Когда она жила?', 'Годы жизни'),
        hint: 'Если день или год неизвестен, отметьте это под датой. Не знаете ничего — так и ответьте.',
        answer: <YearsStep {...props} />,
      }
    case 'who':
      return {
        title: say('Каким он был?', 'Какой она была?', 'Каким был этот человек?'),
        hint: 'Одного предложения довольно.',
        answer: <StoryStep {...props} step={step} />,
      }
    case 'said':
      return {
        title: say('Что он говорил?', 'Что она говорила?', 'Что этот человек любил говорить?'),
        hint: 'Поговорка, шутка, слова, которые в семье повторяют до сих пор.',
        answer: <StoryStep {...props} step={step} />,
      }
    case 'today':
      return {
        title: 'Что вы вспомнили сегодня?',
        hint: 'Любая мелочь: запах, песня, дорога, по которой вы ходили вместе.',
        answer: <StoryStep {...props} step={step} />,
      }
    case 'photos':
      return {
        title: 'Есть ли ещё фотографии?',
        hint: 'Можно выбрать сразу несколько. Подписать их можно потом.',
        answer: <ArchiveStep {...props} kind="photo" />,
      }
    case 'voice':
      return {
        title: say('Сохранился ли его голос?', 'Сохранился ли её голос?', 'Сохранился ли голос?'),
        hint: 'Голосовое сообщение, запись с праздника, кассета: подойдёт любая запись.',
        answer: <ArchiveStep {...props} kind="audio" />,
      }
    case 'family':
      return {
        title: 'Кого позвать?',
        hint: 'Хранить страницу можно вместе: близкий человек допишет то, что помнит.',
        answer: <FamilyStep {...props} />,
      }
    case 'show':
      return {
        title: memorial.public_status ? 'Страница готова' : 'Страница пока закрыта. Показать семье?',
        hint: 'Дописать и изменить на ней можно всё и всегда.',
        answer: <ShowStep {...props} />,
      }
  }
}

interface QuestionProps extends PropsWithChildren {
  title: string
  hint: string
  /** In percent. */
  progress: number
}

/** One question on a screen. */
function Question({ title, hint, progress, children }: QuestionProps) {
  return (
    <Page title={title} lead={hint} width="sm">
      <LinearProgress
        variant="determinate"
        value={progress}
        aria-label="Сколько вопросов позади"
        sx={{ mt: 3, borderRadius: 1 }}
      />
      <Box ref={focusAnswer} tabIndex={-1} aria-label={title} role="group" sx={{ mt: 4, outline: 'none !important' }}>
        {children}
      </Box>
    </Page>
  )
}

/** A `ref`: a text can be typed at once; elsewhere screen readers begin with the question. */
function focusAnswer(question: HTMLElement | null): void {
  const field = question?.querySelector('textarea:not([aria-hidden])') ?? question
  if (field instanceof HTMLElement) field.focus({ preventScroll: true })
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

function FaceStep({ memorial, onNext }: StepProps) {
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

function YearsStep({ memorial, onNext }: StepProps) {
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

/** An answer becomes the next paragraph of the biography. */
function StoryStep({ memorial, onNext, step }: StepProps & { step: Step }) {
  const [updateMemorial] = useUpdateMemorialMutation()
  const draftKey = useDraftKey(['answer', memorial.id, STEPS.indexOf(step)])
  const toast = useToast()
  const before = memorial.biography ?? ''

  async function save({ biography: sentence }: { biography: string }): Promise<FormFailure | undefined> {
    if (sentence.trim()) {
      const { error } = await updateMemorial({
        id: memorial.id,
        biography: [before, sentence].filter(Boolean).join('\n\n'),
        expected: { biography: memorial.biography },
      })
      if (error) return formFailure(error, { fallback: UPDATE_FAILED, isFixed: true })
      toast.success('Записано')
    }
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

function ArchiveStep({ memorial, onNext, kind }: StepProps & { kind: ArchiveKind }) {
  const [upgrade, { isLoading }] = useUpgradeMemorialMutation()
  const toast = useToast()
  const leaveBy = useLeaveBy()

  if (memorial.profile_rate !== ADVANCED) {
    const open = async () => {
      const { error } = await upgrade(memorial.id)
      if (error) toast.error(UPDATE_FAILED)
    }
    return (
      <FormStack>
        <Typography>
          {typeset('Для этого на странице нужны альбом, голос и видео. У вас они есть: откройте их для этой страницы.')}
        </Typography>
        <Button
          variant="contained"
          size="large"
          aria-disabled={isLoading}
          onClick={() => !isLoading && void open()}
          sx={{ alignSelf: { sm: 'flex-start' } }}
        >
          {isLoading ? 'Открываем...' : 'Открыть альбом, голос и видео'}
        </Button>
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

function FamilyStep({ memorial, onNext }: StepProps) {
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

function ShowStep({ memorial }: StepProps) {
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
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
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
