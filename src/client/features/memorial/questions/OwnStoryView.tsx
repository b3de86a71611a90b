import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { type ReactNode, useState } from 'react'
import { Link as RouterLink, useSearchParams } from 'react-router-dom'
import { type HistoryValue, labelOf, type ProposalStatus, type WrittenProposal } from '@contract/history'
import type { MemoryStatus } from '@contract/memory'
import { paths } from '@contract/paths'
import type { OwnStory } from '@contract/questions'
import { DATE_UNKNOWN, dateInWords } from '@contract/shown-days'
import { typeset } from '@contract/typeset'
import { actionFailure, isNetworkFailure, isNotFound } from '@client/api/errors'
import { useDeleteOwnProposalMutation, useGetOwnProposalQuery } from '@client/api/keepers-api'
import { useDeleteOwnStoryMutation, useGetOwnStoryQuery } from '@client/api/question-api'
import { ConfirmButton } from '@client/ui/ConfirmButton'
import { LoadFailed, Loading } from '@client/ui/Loading'
import { Page } from '@client/ui/Page'

const NOT_LOADED = 'Не удалось открыть рассказ. Пожалуйста, попробуйте ещё раз.'

/** For readers who are often old. */
export const LARGE = { mt: 3, fontSize: '1.375rem', lineHeight: 1.5 } as const

export const STATUS_TEXTS: Record<MemoryStatus, string> = {
  pending: 'Ваш рассказ получили. Он появится на странице, когда его прочитают близкие.',
  approved: 'Ваш рассказ уже на странице. Спасибо вам.',
  rejected: 'Ваш рассказ прочитали. Близкие решили пока не публиковать его. Спасибо, что ответили.',
}

const NO_CONNECTION = 'Похоже, сейчас нет связи. Ссылка не пропадёт: попробуйте ещё раз, когда связь появится.'

interface NotLoadedProps {
  error: unknown
  children: string
  onRetry: () => void
}

/** Why what a link leads to is not there yet. */
export function NotLoaded({ error, children, onRetry }: NotLoadedProps) {
  return (
    <Box sx={{ mt: 3, '&& .MuiAlert-message': { fontSize: '1.25rem' } }}>
      <LoadFailed onRetry={onRetry}>{typeset(isNetworkFailure(error) ? NO_CONNECTION : children)}</LoadFailed>
    </Box>
  )
}

/** What its author has told, which they may take back for good. */
export function OwnStoryView({ ownToken }: { ownToken: string }) {
  const { data, error, refetch } = useGetOwnStoryQuery(ownToken)
  const [isDeleted, setDeleted] = useState(false)

  if (isDeleted || isNotFound(error)) {
    return (
      <Page title="Рассказ удалён" width="sm">
        <Typography sx={LARGE}>
          {isDeleted ? 'Вашего рассказа здесь больше нет.' : 'Этого рассказа здесь больше нет.'}
        </Typography>
      </Page>
    )
  }
  return (
    <Page title="Мой рассказ" width="sm">
      {error && !data ? (
        <NotLoaded error={error} onRetry={() => void refetch()}>
          {NOT_LOADED}
        </NotLoaded>
      ) : null}
      {data ? (
        <OwnStoryText ownToken={ownToken} story={data} onDeleted={() => setDeleted(true)} />
      ) : (
        !error && <Loading />
      )}
    </Page>
  )
}

function OwnStoryText({ ownToken, story, onDeleted }: { ownToken: string; story: OwnStory; onDeleted: () => void }) {
  const [deleteOwn] = useDeleteOwnStoryMutation()
  return (
    <>
      <Subject name={story.memorial_name} />
      <Typography variant="h2" sx={{ mt: 1.5 }}>
        {typeset(story.question)}
      </Typography>
      {story.voice && (
        <Box component="audio" controls src={story.voice.file_path} aria-label="Ваша запись" sx={OWN_VOICE} />
      )}
      <Typography sx={WRITTEN}>{typeset(story.text)}</Typography>
      {story.photos.map(({ file_path: path }, index) => (
        <Box key={path} component="img" src={path} alt={`Фотография ${index + 1}`} sx={OWN_PHOTO} />
      ))}
      <Typography color="textSecondary" sx={{ mt: 3, fontSize: '1.125rem' }}>
        {typeset(STATUS_TEXTS[story.status])}
      </Typography>
      <ConfirmButton
        label="Удалить мой рассказ"
        size="large"
        sx={{ mt: 3 }}
        progressText="Удаляем..."
        questions={[
          {
            title: 'Удалить ваш рассказ?',
            text: 'Он исчезнет насовсем вместе с записью и фотографиями, и вернуть его не сможет никто.',
          },
        ]}
        action={async () => {
          const { error } = await deleteOwn(ownToken)
          return error ? { isDone: false, message: actionFailure(error) } : { isDone: true }
        }}
        onDone={onDeleted}
      />
    </>
  )
}

/** Whose page it is about. */
function Subject({ name }: { name: string }) {
  return (
    <Typography color="textSecondary" sx={{ mt: 3, fontSize: '1.125rem', overflowWrap: 'anywhere' }}>
      {`О ком: ${name}`}
    </Typography>
  )
}

const OWN_VOICE = { display: 'block', width: '100%', mt: 3 } as const
const OWN_PHOTO = { display: 'block', mt: 2, maxWidth: '100%', maxHeight: 480, borderRadius: 1 } as const

const PROPOSAL_TEXTS: Record<ProposalStatus, string> = {
  pending: 'Ваше уточнение ждёт: его прочитают те, кто хранит страницу.',
  accepted: 'Ваше уточнение приняли. Спасибо вам.',
  rejected: 'Ваше уточнение прочитали и решили пока оставить на странице всё как есть. Спасибо, что написали.',
}

/** What a reader has proposed for a page, which they may take back. The address is told once, and by letter. */
export function OwnProposalPage() {
  const [params] = useSearchParams()
  const token = params.get('token') ?? ''
  const { data, error, refetch } = useGetOwnProposalQuery(token, { skip: !token })
  const [isDeleted, setDeleted] = useState(false)

  if (isDeleted || !token || isNotFound(error)) {
    return (
      <PersonalPage title={isDeleted ? 'Уточнение забрали' : 'Этого уточнения здесь больше нет'}>
        <Typography sx={LARGE}>
          {isDeleted ? 'Вашего уточнения здесь больше нет.' : 'Может быть, его забрали или прошло много времени.'}
        </Typography>
      </PersonalPage>
    )
  }
  return (
    <PersonalPage title="Моё уточнение">
      {error && !data ? (
        <NotLoaded error={error} onRetry={() => void refetch()}>
          {PROPOSAL_NOT_LOADED}
        </NotLoaded>
      ) : null}
      {data ? <OwnProposal token={token} proposal={data} onDeleted={() => setDeleted(true)} /> : !error && <Loading />}
    </PersonalPage>
  )
}

const PROPOSAL_NOT_LOADED = 'Не удалось открыть уточнение. Пожалуйста, попробуйте ещё раз.'

/** Not for search engines, which may come by a link that someone has published. */
function PersonalPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Page title={title} width="sm">
      <meta name="robots" content="noindex" />
      {children}
    </Page>
  )
}

interface OwnProposalProps {
  token: string
  proposal: WrittenProposal
  onDeleted: () => void
}

function OwnProposal({ token, proposal, onDeleted }: OwnProposalProps) {
  const { memorial_id: memorialId, memorial_name: name, field, value, note, photo, status, reply } = proposal
  const [deleteOwn] = useDeleteOwnProposalMutation()
  return (
    <>
      <Subject name={name} />
      <Typography variant="h2" sx={{ mt: 1.5 }}>
        {labelOf(field)}
      </Typography>
      {value !== null && <Typography sx={WRITTEN}>{typeset(valueInWords(value))}</Typography>}
      {note && <Typography sx={WRITTEN}>{typeset(note)}</Typography>}
      {photo && <Box component="img" src={photo} alt="Ваша фотография" sx={OWN_PHOTO} />}
      <Typography color="textSecondary" sx={{ mt: 3, fontSize: '1.125rem' }}>
        {typeset(PROPOSAL_TEXTS[status])}
      </Typography>
      {reply && (
        <Box component="section" aria-label="Ответ тех, кто хранит страницу" sx={{ mt: 3 }}>
          <Typography color="textSecondary">Вам ответили:</Typography>
          <Typography sx={{ ...WRITTEN, mt: 0.5 }}>{reply}</Typography>
        </Box>
      )}
      <Link component={RouterLink} to={paths.memorial(memorialId)} sx={{ display: 'block', py: 1, mt: 1 }}>
        Открыть страницу
      </Link>
      <ConfirmButton
        label="Забрать уточнение"
        size="large"
        sx={{ mt: 3 }}
        progressText="Забираем..."
        questions={[{ title: 'Забрать ваше уточнение?', text: typeset(status === 'accepted' ? STAYS : GOES) }]}
        action={async () => {
          const { error } = await deleteOwn(token)
          return error ? { isDone: false, message: actionFailure(error) } : { isDone: true }
        }}
        onDone={onDeleted}
      />
    </>
  )
}

const GOES = 'Оно исчезнет насовсем вместе с фотографией.'
const STAYS = 'Уточнение исчезнет, а то, что уже изменили на странице, останется.'
const WRITTEN = { ...LARGE, whiteSpace: 'pre-line', overflowWrap: 'anywhere' } as const

function valueInWords(value: Exclude<HistoryValue, null>): string {
  return typeof value === 'string' ? value : dateInWords(value.date, value.precision) || DATE_UNKNOWN
}
