import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Container from '@mui/material/Container'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { Link as RouterLink, useSearchParams } from 'react-router-dom'
import type { MemoryStatus } from '@contract/memory'
import { type OpenedQuestion, ownStoryPath, type StoryReceipt } from '@contract/questions'
import { typeset } from '@contract/typeset'
import { actionFailure, isNotFound } from '@client/api/errors'
import {
  useDeclineQuestionsMutation,
  useOpenQuestionQuery,
  usePostponeQuestionMutation,
} from '@client/api/question-api'
import { useHasDraft } from '@client/store/use-draft-key'
import { FOCUS_AREA, focusElement } from '@client/ui/focus'
import { Loading } from '@client/ui/Loading'
import { Page, PageTitle } from '@client/ui/Page'
import { UnsavedChangesGuard } from '@client/ui/unsaved-changes'
import { LARGE, NotLoaded, OwnStoryView, STATUS_TEXTS } from './OwnStoryView'
import { draftKeyOf, StoryForm } from './StoryForm'

const TITLE = 'Вопрос для вас'
const ENDED =
  'Эта ссылка больше не действует. Может быть, вопрос отозвали или прошло много времени. Спасибо, что открыли.'
const NOT_LOADED = 'Не удалось открыть вопрос. Пожалуйста, попробуйте ещё раз.'

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

type Step = 'asked' | 'writing' | 'speaking' | 'postponed' | 'declined' | StoryReceipt

function QuestionView({ token }: { token: string }) {
  const { data, error, refetch } = useOpenQuestionQuery(token)
  const [step, setStep] = useState<Step>('asked')
  const hasDraft = useHasDraft(draftKeyOf(token))

  if (isNotFound(error)) return <Ended />
  if (error && !data) {
    return (
      <Page title={TITLE} width="sm">
        <NotLoaded error={error} onRetry={() => void refetch()}>
          {NOT_LOADED}
        </NotLoaded>
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
  const isFormOpen = step === 'writing' || step === 'speaking'
  // A draft from an earlier visit opens the form.
  if (hasDraft && step === 'asked' && !isDecided) setStep('writing')
  return (
    <Container maxWidth="sm" sx={{ pt: { xs: 3, md: 6 }, pb: { xs: 7, md: 11 }, ...WITH_LARGE_LETTERS }}>
      <PageTitle>{TITLE}</PageTitle>
      <Asked opened={data} />
      {step === 'asked' &&
        (isDecided && data.answer ? (
          <Decided status={data.answer.status} />
        ) : (
          <Choices token={token} answer={data.answer} onStep={setStep} />
        ))}
      {isFormOpen && (
        <StoryForm
          token={token}
          opened={data}
          isSpoken={step === 'speaking'}
          onSent={setStep}
          onCancel={() => setStep('asked')}
        />
      )}
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
  '& .MuiFormLabel-root, & form .MuiTypography-body1, & .MuiAlert-message': {
    fontSize: '1.25rem',
  },
  '& .MuiFormHelperText-root': { fontSize: '1.0625rem' },
} as const

/** Whom the question is about, who asks, and the question itself. */
function Asked({ opened: { question, asked_by, memorial } }: { opened: OpenedQuestion }) {
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2.5 }}>
        {memorial.portrait && (
          <Box component="img" src={memorial.portrait} alt={`Портрет: ${memorial.name}`} sx={PORTRAIT} />
        )}
        {/* Below the portrait where large letters leave too little next to it. */}
        <Box sx={{ flex: '1 1 9rem', minWidth: 0 }}>
          <Typography sx={{ fontSize: '1.375rem', lineHeight: 1.3, overflowWrap: 'break-word' }}>
            {memorial.name}
          </Typography>
          <Typography color="textSecondary" sx={{ mt: 0.5, fontSize: '1.125rem' }}>
            {`Спрашивает: ${asked_by}`}
          </Typography>
        </Box>
      </Box>
      <Typography variant="h2" component="h1" sx={{ mt: 4, overflowWrap: 'break-word' }}>
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

function Choices({ token, answer, onStep }: StepProps & Pick<OpenedQuestion, 'answer'>) {
  const isAgain = answer !== null
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
          {typeset(
            answer.voice
              ? 'Вы уже ответили. Пока рассказ не прочитали, можно рассказать заново: новая запись заменит прежнюю.'
              : 'Вы уже ответили. Пока рассказ не прочитали, его можно переписать.',
          )}
        </Typography>
      )}
      <Button variant="contained" size="large" onClick={() => onStep('speaking')}>
        {isAgain ? 'Рассказать голосом заново' : 'Рассказать голосом'}
      </Button>
      <Button variant="outlined" size="large" onClick={() => onStep('writing')}>
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
      {error ? <Alert severity="error">{actionFailure(error)}</Alert> : null}
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
