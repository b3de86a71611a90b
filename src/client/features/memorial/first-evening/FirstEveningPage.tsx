import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import type { PropsWithChildren, ReactNode } from 'react'
import { Navigate, useNavigate, useParams, useSearchParams } from 'react-router-dom'
import { ADVANCED, type Memorial, MEMORIAL_LABELS, memorialDraftSchema, memorialFormSchema } from '@contract/memorial'
import { genderOf } from '@contract/names'
import { paths } from '@contract/paths'
import { formFailure } from '@client/api/errors'
import { useCreateMemorialMutation } from '@client/api/memorial-change-api'
import { useAccount, usePlacesLeft } from '@client/store/use-account'
import { Form, FormAlert, type FormFailure, FormStack } from '@client/ui/form/Form'
import { SubmitButton } from '@client/ui/form/SubmitButton'
import { NameField } from '@client/ui/form/TextField'
import { Page } from '@client/ui/Page'
import { UnsavedChangesGuard } from '@client/ui/unsaved-changes'
import { MemorialGate } from '../MemorialGate'
import { ArchiveStep, FaceStep, FamilyStep, ShowStep, type StepProps, StoryStep, YearsStep } from './steps'

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
    await navigate(paths.firstEveningOf(data.id), { replace: true })
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

function Questions({ memorial }: { memorial: Memorial }) {
  const [params, setParams] = useSearchParams()
  const steps = useSteps(memorial)
  const index = Math.max(0, steps.indexOf(params.get('question') as Step))
  const step = steps[index] ?? 'show'
  const props: StepProps = { memorial, onNext: () => setParams({ question: steps[index + 1] ?? 'show' }) }
  const { title, hint, content } = questionOf(step, props)
  return (
    <Question key={step} title={title} hint={hint} progress={((index + 1) / (steps.length + 1)) * 100}>
      {content}
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
  content: ReactNode
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
        content: <FaceStep {...props} />,
      }
    case 'years':
      return {
        title: say('Когда он жил?', 'Когда она жила?', 'Годы жизни'),
        hint: 'Если день или год неизвестен, отметьте это под датой. Не знаете ничего — так и ответьте.',
        content: <YearsStep {...props} />,
      }
    case 'who':
      return {
        title: say('Каким он был?', 'Какой она была?', 'Каким был этот человек?'),
        hint: 'Одного предложения довольно.',
        content: <StoryStep {...props} draftNumber={STEPS.indexOf(step)} />,
      }
    case 'said':
      return {
        title: say('Что он говорил?', 'Что она говорила?', 'Что этот человек любил говорить?'),
        hint: 'Поговорка, шутка, слова, которые в семье повторяют до сих пор.',
        content: <StoryStep {...props} draftNumber={STEPS.indexOf(step)} />,
      }
    case 'today':
      return {
        title: 'Что вы вспомнили сегодня?',
        hint: 'Любая мелочь: запах, песня, дорога, по которой вы ходили вместе.',
        content: <StoryStep {...props} draftNumber={STEPS.indexOf(step)} />,
      }
    case 'photos':
      return {
        title: 'Есть ли ещё фотографии?',
        hint: 'Можно выбрать сразу несколько. Подписать их можно потом.',
        content: <ArchiveStep {...props} kind="photo" />,
      }
    case 'voice':
      return {
        title: say('Сохранился ли его голос?', 'Сохранился ли её голос?', 'Сохранился ли голос?'),
        hint: 'Голосовое сообщение, запись с праздника, кассета: подойдёт любая запись.',
        content: <ArchiveStep {...props} kind="audio" />,
      }
    case 'family':
      return {
        title: 'Кого позвать?',
        hint: 'Хранить страницу можно вместе: близкий человек допишет то, что помнит.',
        content: <FamilyStep {...props} />,
      }
    case 'show':
      return {
        title: memorial.public_status ? 'Страница готова' : 'Страница пока закрыта. Показать семье?',
        hint: 'Дописать и изменить на ней можно всё и всегда.',
        content: <ShowStep {...props} />,
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
      <Box ref={focusQuestion} tabIndex={-1} aria-label={title} role="group" sx={{ mt: 4, outline: 'none !important' }}>
        {children}
      </Box>
    </Page>
  )
}

/** A `ref`: a text can be typed at once; elsewhere screen readers begin with the question. */
function focusQuestion(question: HTMLElement | null): void {
  const field = question?.querySelector('textarea:not([aria-hidden])') ?? question
  if (field instanceof HTMLElement) field.focus({ preventScroll: true })
}
