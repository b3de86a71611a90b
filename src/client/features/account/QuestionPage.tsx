import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Container from '@mui/material/Container'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { Link as RouterLink, useSearchParams } from 'react-router-dom'
import { mixed } from 'yup'
import { consentTick } from '@contract/auth'
import { CONSENT_VERSION } from '@contract/consent'
import { STORY_PHOTOS_MAX } from '@contract/limits'
import type { MemoryStatus } from '@contract/memory'
import {
  type OpenedQuestion,
  ownStoryPath,
  QUESTION_LABELS,
  type StoryReceipt,
  storyDraftSchema,
} from '@contract/questions'
import { typeset } from '@contract/typeset'
import { errorText, formFailure, isNotFound } from '@client/api/errors'
import {
  useDeclineQuestionsMutation,
  useOpenQuestionQuery,
  usePostponeQuestionMutation,
  useSubmitStoryMutation,
} from '@client/api/question-api'
import { FOCUS_AREA, focusElement } from '@client/ui/focus'
import { ConsentField } from '@client/ui/form/CheckboxField'
import { FileChooser } from '@client/ui/form/FileChooser'
import {
  focusFirstField,
  Form,
  FormAlert,
  type FormFailure,
  FormStack,
  ReportUnsaved,
  useFormField,
} from '@client/ui/form/Form'
import { PICTURE_KINDS, pictureProblem } from '@client/ui/form/picture-kinds'
import { CancelButton, SubmitButton } from '@client/ui/form/SubmitButton'
import { TextField } from '@client/ui/form/TextField'
import { LoadFailed, Loading } from '@client/ui/Loading'
import { Page, PageTitle } from '@client/ui/Page'
import { AddPhotoIcon } from '@client/ui/tool-icons'
import { UnsavedChangesGuard } from '@client/ui/unsaved-changes'
import { LARGE, OwnStoryView, STATUS_TEXTS } from './OwnStoryView'

const TITLE = 'Вопрос для вас'
const ENDED =
  'Эта ссылка больше не действует. Может быть, вопрос отозвали или прошло много времени. Спасибо, что открыли.'
const NOT_LOADED = 'Не удалось открыть вопрос. Пожалуйста, попробуйте ещё раз.'
const FAILED = 'Не получилось. Пожалуйста, попробуйте ещё раз.'
const NOT_SENT = 'Рассказ не отправлен. Пожалуйста, попробуйте ещё раз.'

/** The page of a letter's link: a question, or what its reader has told. It needs no account, and its letters are large. */
export function QuestionPage() {
  const [params] = useSearchParams()
  const ownToken = params.get('own')
  const token = params.get('token') ?? ''
  if (ownToken) return <OwnStoryView ownToken={ownToken} />
  if (!token) return <Ended />
  return (
    <UnsavedChangesGuard>
      <QuestionView token={token} />
    </UnsavedChangesGuard>
  )
}

function Ended() {
  return (
    <Page title={TITLE} width="sm">
      <Typography sx={LARGE}>{typeset(ENDED)}</Typography>
    </Page>
  )
}

type Step = 'asked' | 'writing' | 'postponed' | 'declined' | StoryReceipt

function QuestionView({ token }: { token: string }) {
  const { data, error, refetch } = useOpenQuestionQuery(token)
  const [step, setStep] = useState<Step>('asked')

  if (isNotFound(error)) return <Ended />
  if (error && !data) {
    return (
      <Page title={TITLE} width="sm">
        <LoadFailed onRetry={() => void refetch()}>{NOT_LOADED}</LoadFailed>
      </Page>
    )
  }
  if (!data) {
    return (
      <Page title={TITLE} width="sm">
        <Loading />
      </Page>
    )
  }
  const isDecided = data.answer !== null && data.answer.status !== 'pending'
  return (
    <Container maxWidth="sm" sx={{ pt: { xs: 3, md: 6 }, pb: { xs: 7, md: 11 }, ...WITH_LARGE_LETTERS }}>
      <PageTitle>{TITLE}</PageTitle>
      <Asked opened={data} />
      {step === 'asked' &&
        (isDecided && data.answer ? (
          <Decided status={data.answer.status} />
        ) : (
          <Choices token={token} isAgain={data.answer !== null} onStep={setStep} />
        ))}
      {step === 'writing' && <StoryForm token={token} opened={data} onStep={setStep} />}
      {step === 'postponed' && <Outcome>Хорошо. Мы напишем ещё раз через неделю.</Outcome>}
      {step === 'declined' && (
        <Outcome>Больше вопросов с этой страницы не будет. Если передумаете, эта ссылка ещё откроется.</Outcome>
      )}
      {typeof step === 'object' && <Thanks receipt={step} />}
    </Container>
  )
}

const WITH_LARGE_LETTERS = {
  '& .MuiButton-root': { fontSize: '1.25rem', minHeight: 60 },
  '& textarea, & input:not([type=checkbox])': { fontSize: '1.25rem', lineHeight: 1.5 },
} as const

/** Whom the question is about, who asks, and the question itself. */
function Asked({ opened: { question, asked_by, memorial } }: { opened: OpenedQuestion }) {
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2.5 }}>
        {memorial.portrait && (
          <Box component="img" src={memorial.portrait} alt={`Портрет: ${memorial.name}`} sx={PORTRAIT} />
        )}
        <Box sx={{ minWidth: 0 }}>
          <Typography sx={{ fontSize: '1.375rem', lineHeight: 1.3, overflowWrap: 'break-word' }}>
            {memorial.name}
          </Typography>
          <Typography color="textSecondary" sx={{ mt: 0.5, fontSize: '1.125rem' }}>
            {`Спрашивает: ${asked_by}`}
          </Typography>
        </Box>
      </Box>
      <Typography variant="h1" sx={{ mt: 4, overflowWrap: 'break-word' }}>
        {typeset(question)}
      </Typography>
    </>
  )
}

const PORTRAIT = { width: 112, height: 140, flexShrink: 0, objectFit: 'cover', borderRadius: 1 } as const

interface StepProps {
  token: string
  onStep: (step: Step) => void
}

function Choices({ token, isAgain, onStep }: StepProps & { isAgain: boolean }) {
  const [postpone, postponing] = usePostponeQuestionMutation()
  const [decline, declining] = useDeclineQuestionsMutation()
  const isBusy = postponing.isLoading || declining.isLoading
  const error = postponing.error ?? declining.error

  async function choose(act: (token: string) => Promise<{ error?: unknown }>, next: Step): Promise<void> {
    if (isBusy) return
    const outcome = await act(token)
    if (!outcome.error) onStep(next)
  }

  return (
    <Box sx={{ mt: 4, display: 'flex', flexDirection: 'column', gap: 2 }}>
      {isAgain && (
        <Typography sx={{ fontSize: '1.25rem' }}>
          Вы уже ответили. Пока рассказ не прочитали, его можно переписать.
        </Typography>
      )}
      <Button variant="contained" size="large" onClick={() => onStep('writing')}>
        {isAgain ? 'Написать заново' : 'Написать'}
      </Button>
      {!isAgain && (
        <Button
          variant="outlined"
          size="large"
          aria-disabled={isBusy}
          onClick={() => void choose(postpone, 'postponed')}
        >
          Пока не готов(а)
        </Button>
      )}
      <Button color="inherit" size="large" aria-disabled={isBusy} onClick={() => void choose(decline, 'declined')}>
        Больше не спрашивать
      </Button>
      {error ? <Alert severity="error">{errorText(error, { fallback: FAILED })}</Alert> : null}
    </Box>
  )
}

function Outcome({ children }: { children: string }) {
  return (
    <Typography ref={focusElement} tabIndex={FOCUS_AREA.tabIndex} role="status" sx={{ ...LARGE, ...FOCUS_AREA.sx }}>
      {typeset(children)}
    </Typography>
  )
}

function Decided({ status }: { status: MemoryStatus }) {
  return <Typography sx={LARGE}>{typeset(STATUS_TEXTS[status])}</Typography>
}

function Thanks({ receipt }: { receipt: StoryReceipt }) {
  return (
    <>
      <Outcome>Спасибо. Близкие прочитают ваш рассказ, и он появится на странице.</Outcome>
      <Typography sx={{ mt: 2, fontSize: '1.125rem' }}>
        <Link component={RouterLink} to={ownStoryPath(receipt.own_token)} sx={{ display: 'inline-block', py: 1 }}>
          Посмотреть или удалить мой рассказ
        </Link>
      </Typography>
    </>
  )
}

const schema = storyDraftSchema.pick(['text', 'author', 'relation']).shape({
  photos: mixed<File[]>().required(),
  consent: consentTick(),
})

interface Values {
  text: string
  author: string
  relation: string
  photos: File[]
  consent: boolean
}

function StoryForm({ token, opened, onStep }: StepProps & { opened: OpenedQuestion }) {
  const [submit] = useSubmitStoryMutation()
  const [sentPercent, setSentPercent] = useState<number>()
  const { text = '', author = '', relation = '' } = opened.answer ?? {}

  async function send({ consent: _given, photos, ...story }: Values): Promise<FormFailure | undefined> {
    const bytes = photos.reduce((sum, { size }) => sum + size, 0)
    const onProgress = (sent: number) => setSentPercent(Math.round((100 * sent) / Math.max(1, bytes)))
    const { data, error } = await submit({ token, ...story, consent_version: CONSENT_VERSION, photos, onProgress })
    setSentPercent(undefined)
    if (!data) return formFailure(error, { fallback: NOT_SENT, fileField: 'photos' })
    onStep(data)
    return undefined
  }

  return (
    <Box ref={focusFirstField} sx={{ mt: 4 }}>
      <Form<Values>
        initialValues={{ text, author, relation, photos: [], consent: false }}
        schema={schema}
        onSubmit={send}
      >
        <ReportUnsaved />
        <FormStack>
          <TextField name="text" label={QUESTION_LABELS.story} required rows={6} autoCapitalize="sentences" />
          <TextField name="author" label={QUESTION_LABELS.author} required autoComplete="name" autoCapitalize="words" />
          <TextField
            name="relation"
            label={`${QUESTION_LABELS.relation} этому человеку`}
            hint="Необязательно: сестра, сосед, вместе работали."
          />
          <PhotosField name="photos" />
          <ConsentField />
          <FormAlert />
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
            <SubmitButton sentPercent={sentPercent}>Отправить</SubmitButton>
            <CancelButton onCancel={() => onStep('asked')} />
          </Box>
        </FormStack>
      </Form>
    </Box>
  )
}

const TOO_MANY = `Можно приложить не больше ${STORY_PHOTOS_MAX} фотографий.`

/** A few photos, which can be removed before they are sent. */
function PhotosField({ name }: { name: string }) {
  const { id, value: photos, error, change } = useFormField<File[]>(name)
  const [problem, setProblem] = useState<string>()

  function add(chosen: File[]): void {
    const isTooMany = photos.length + chosen.length > STORY_PHOTOS_MAX
    const whyNot = chosen.map((file) => pictureProblem(file)).find(Boolean)
    setProblem(isTooMany ? TOO_MANY : whyNot)
    if (!whyNot) change([...photos, ...chosen].slice(0, STORY_PHOTOS_MAX))
  }

  return (
    <FileChooser
      id={id}
      name={name}
      label="Фотографии"
      buttonLabel="Добавить фотографии"
      icon={<AddPhotoIcon />}
      accept={PICTURE_KINDS}
      multiple
      hint={`Необязательно, до ${STORY_PHOTOS_MAX}.`}
      {...(error && { error })}
      {...(problem && { problem })}
      actions={
        photos.length > 0 && (
          <Button color="inherit" onClick={() => change([])}>
            Убрать фотографии
          </Button>
        )
      }
      onChoose={add}
    >
      {photos.length > 0 && (
        <Typography color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {photos.map((file) => file.name).join(', ')}
        </Typography>
      )}
    </FileChooser>
  )
}
