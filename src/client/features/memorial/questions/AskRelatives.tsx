import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useFormikContext } from 'formik'
import { useState } from 'react'
import { ASKED_RECENTLY } from '@contract/errors'
import { QUESTION_MAX_LENGTH, QUESTION_RECIPIENTS_MAX } from '@contract/limits'
import type { Memorial } from '@contract/memorial'
import { genderOf } from '@contract/names'
import {
  type Question,
  QUESTION_LABELS,
  type QuestionDraft,
  questionDraftSchema,
  type QuestionStatus,
} from '@contract/questions'
import { dayOfInstantInWords } from '@contract/shown-days'
import { typeset } from '@contract/typeset'
import { actionFailure, formFailure, okOrNotFound } from '@client/api/errors'
import { useAskMutation, useEndQuestionMutation, useGetQuestionsQuery } from '@client/api/question-api'
import { ConfirmButton } from '@client/ui/ConfirmButton'
import { FOCUS_AREA, useReturnedFocus } from '@client/ui/focus'
import { focusFirstField, Form, FormAlert, type FormFailure, FormStack, ReportUnsaved } from '@client/ui/form/Form'
import { LabelledSelect } from '@client/ui/form/LabelledSelect'
import { CancelButton, SubmitButton } from '@client/ui/form/SubmitButton'
import { TextField } from '@client/ui/form/TextField'
import { WORDS_IN_LINE } from '@client/ui/styles'
import { useToast } from '@client/ui/toasts'
import { ActionRow } from '@client/ui/WaitingRequests'
import { type Pronoun, questionsAbout } from './question-texts'

const PURPOSE =
  'Тем, кто мог знать этого человека, придёт письмо с одним вопросом. Ответить можно по ссылке, без регистрации. Рассказ появится на странице, когда вы его одобрите.'
const ONCE_A_WEEK = 'С одной страницы мы пишем человеку не чаще раза в неделю.'
const NOT_SENT = 'Вопрос не отправлен. Пожалуйста, попробуйте ещё раз.'
const ASKED_BEFORE =
  'Кого-то из них спросить сейчас нельзя: недавно вопрос с этой страницы уже приходил, человек просил больше не спрашивать, или вы решили больше ничего от него не принимать. Подождите неделю или спросите других.'

const STATUSES: Record<QuestionStatus, string> = {
  sent: 'письмо отправлено',
  opened: 'вопрос открыли',
  later: 'попросили спросить позже',
  answered: 'ответ получен',
  declined: 'больше не спрашиваем',
}

/** Asks those who may know, and shows what was asked. */
export function AskRelatives({ memorial }: { memorial: Memorial }) {
  const [isOpen, setOpen] = useState(false)
  const button = useReturnedFocus(isOpen)
  return (
    <>
      <Typography color="textSecondary" sx={{ mb: 2, textWrap: 'balance' }}>
        {typeset(PURPOSE)}
      </Typography>
      {isOpen ? (
        <Box ref={focusFirstField} sx={{ textAlign: 'start' }}>
          <QuestionForm memorial={memorial} onClose={() => setOpen(false)} />
        </Box>
      ) : (
        <Button ref={button} variant="outlined" onClick={() => setOpen(true)}>
          Задать вопрос
        </Button>
      )}
      <AskedList memorialId={memorial.id} />
    </>
  )
}

const NO_ONE = { email: '', name: '' }

function QuestionForm({ memorial, onClose }: { memorial: Memorial; onClose: () => void }) {
  const [ask] = useAskMutation()
  const toast = useToast()

  async function send(draft: QuestionDraft): Promise<FormFailure | undefined> {
    const { data, error } = await ask({ memorialId: memorial.id, ...draft })
    if (!data) return formFailure(error, { fallback: NOT_SENT, codes: { [ASKED_RECENTLY]: ASKED_BEFORE } })
    toast.success(data.result.length > 1 ? 'Письма отправлены' : 'Письмо отправлено')
    onClose()
    return undefined
  }

  return (
    <Form<QuestionDraft> initialValues={{ text: '', to: [NO_ONE] }} schema={questionDraftSchema} onSubmit={send}>
      <ReportUnsaved />
      <FormStack>
        <GoodQuestions memorial={memorial} />
        <TextField
          name="text"
          label={QUESTION_LABELS.text}
          hint={`Выберите готовый или напишите свой: до ${QUESTION_MAX_LENGTH} букв, без ссылок и телефонов.`}
          required
          rows={2}
          autoCapitalize="sentences"
        />
        <Recipients />
        <FormAlert />
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
          <SubmitButton>Отправить вопрос</SubmitButton>
          <CancelButton onCancel={onClose} />
        </Box>
      </FormStack>
    </Form>
  )
}

const OWN = ''

/** Sixty questions by subject. A chosen one is written into the form, where it can be changed. */
function GoodQuestions({ memorial }: { memorial: Memorial }) {
  const gender = genderOf(memorial)
  const [pronoun, setPronoun] = useState<Pronoun>(gender === 'female' ? 'she' : 'he')
  const subjects = questionsAbout(pronoun)
  const [subject, setSubject] = useState(subjects[0]?.[0] ?? '')
  const [chosen, setChosen] = useState(OWN)
  const { setFieldValue } = useFormikContext()
  const questions = subjects.find(([name]) => name === subject)?.[1] ?? []

  function choose(question: string): void {
    setChosen(question)
    if (question) void setFieldValue('text', question)
  }

  return (
    <>
      {gender === 'unknown' && (
        <LabelledSelect
          id="question-pronoun"
          name="pronoun"
          label="О ком спрашиваем"
          options={[
            ['he', 'О нём'],
            ['she', 'О ней'],
          ]}
          value={pronoun}
          onChange={(next) => {
            setPronoun(next)
            setChosen(OWN)
          }}
        />
      )}
      <LabelledSelect
        id="question-subject"
        name="subject"
        label="О чём"
        options={subjects.map(([name]) => [name, name] as const)}
        value={subject}
        onChange={(next) => {
          setSubject(next)
          setChosen(OWN)
        }}
      />
      <LabelledSelect
        id="question-chosen"
        name="chosen"
        label="Готовый вопрос"
        options={[[OWN, 'Выберите или напишите свой'], ...questions.map((question) => [question, question] as const)]}
        value={chosen}
        onChange={choose}
      />
    </>
  )
}

function Recipients() {
  const { values, setFieldValue } = useFormikContext<QuestionDraft>()
  const { to } = values
  return (
    <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, minWidth: 0 }}>
      <Typography component="legend" variant="h4" sx={{ mb: 1 }}>
        Кого спросить
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
        {typeset(ONCE_A_WEEK)}
      </Typography>
      {to.map((_recipient, index) => (
        <Box key={index} sx={RECIPIENT}>
          <TextField name={`to.${index}.name`} label={QUESTION_LABELS.name} required autoCapitalize="words" />
          <TextField
            name={`to.${index}.email`}
            label={QUESTION_LABELS.email}
            type="email"
            required
            autoCapitalize="none"
          />
          {to.length > 1 && (
            <Button
              color="inherit"
              aria-label={`Убрать: ${to[index]?.name || `человек ${index + 1}`}`}
              onClick={() =>
                void setFieldValue(
                  'to',
                  to.filter((_other, nth) => nth !== index),
                )
              }
            >
              Убрать
            </Button>
          )}
        </Box>
      ))}
      {to.length < QUESTION_RECIPIENTS_MAX && (
        <Button onClick={() => void setFieldValue('to', [...to, NO_ONE])}>Спросить ещё кого-то</Button>
      )}
    </Box>
  )
}

const RECIPIENT = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-end',
  gap: 2,
  mb: 2,
  '& > div': { flex: '1 1 220px' },
} as const

function AskedList({ memorialId }: { memorialId: number }) {
  const { data: questions = [] } = useGetQuestionsQuery(memorialId, { refetchOnMountOrArgChange: true })
  if (questions.length === 0) return null
  return (
    <Box {...FOCUS_AREA} sx={{ ...FOCUS_AREA.sx, mt: 4, textAlign: 'start' }}>
      <Typography variant="h4" component="h3" sx={{ mb: 1 }}>
        Что уже спросили
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {questions.map((question) => (
          <ActionRow key={question.id} actions={<EndQuestion memorialId={memorialId} question={question} />}>
            <Typography>{typeset(question.text)}</Typography>
            <Typography variant="body2" color="textSecondary">
              {`${question.to_name}: ${STATUSES[question.status]}, ${dayOfInstantInWords(question.sent_at)}`}
            </Typography>
          </ActionRow>
        ))}
      </Box>
    </Box>
  )
}

function EndQuestion({ memorialId, question }: { memorialId: number; question: Question }) {
  const [endQuestion] = useEndQuestionMutation()
  return (
    <ConfirmButton
      label="Отозвать"
      fullLabel={`Отозвать вопрос: ${question.to_name}`}
      variant="text"
      size="small"
      sx={WORDS_IN_LINE}
      questions={[
        {
          title: 'Отозвать вопрос?',
          text: 'Ссылка из письма перестанет открываться. Рассказ, если его уже прислали, останется.',
        },
      ]}
      action={async () => {
        const { error } = await endQuestion({ id: question.id, memorialId })
        return okOrNotFound(error)
          ? { isDone: true, message: 'Вопрос отозван' }
          : { isDone: false, message: actionFailure(error) }
      }}
    />
  )
}
