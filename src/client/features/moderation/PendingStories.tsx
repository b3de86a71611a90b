import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { Link as RouterLink } from 'react-router-dom'
import type { Decision } from '@contract/memory'
import { paths } from '@contract/paths'
import type { PendingStory } from '@contract/questions'
import { dayOfInstantInWords } from '@contract/shown-days'
import { typeset } from '@contract/typeset'
import { errorText, okOrNotFound } from '@client/api/errors'
import { useGetPendingStoriesQuery, useModerateStoryMutation } from '@client/api/question-api'
import { ConfirmButton } from '@client/ui/ConfirmButton'
import { passFocusUp } from '@client/ui/focus'
import { MemoryPhoto } from '@client/ui/MemoryPhoto'
import { useToast } from '@client/ui/toasts'
import { WaitingRequests, type WaitingRequestsProps } from '@client/ui/WaitingRequests'
import { CARD, PAGE_LINK } from './PendingCard'

const PURPOSE = 'Так ответили на вопросы, которые вы отправили. Одобренный рассказ увидят все, кому открыта страница.'
const LOAD_FAILED = 'Не удалось загрузить рассказы.'
const FAILED = 'Не получилось. Пожалуйста, попробуйте ещё раз.'

/** Stories told in answer to questions, which wait for a decision. Renders nothing if there are none. */
export function PendingStories({ onKnown }: Pick<WaitingRequestsProps, 'onKnown'>) {
  const { data, isError, refetch } = useGetPendingStoriesQuery(undefined, { refetchOnMountOrArgChange: true })
  return (
    <WaitingRequests
      title="Рассказы на проверке"
      purpose={PURPOSE}
      nothingWaits="Больше рассказов нет."
      loadFailed={LOAD_FAILED}
      count={data?.total}
      isError={isError}
      onRetry={() => void refetch()}
      onKnown={onKnown}
    >
      {data?.result.map((story) => (
        <Box component="li" key={story.id} sx={{ mt: 2 }}>
          <StoryCard story={story} />
        </Box>
      ))}
    </WaitingRequests>
  )
}

function StoryCard({ story }: { story: PendingStory }) {
  const { id, question, author, relation, text, photos, memorial_id, memorial_name, told_at } = story
  const titleId = `story-${id}`
  const who = [author, relation].filter(Boolean).join(', ')
  return (
    <Paper component="article" variant="outlined" aria-labelledby={titleId} sx={CARD}>
      <Typography id={titleId} variant="h4" component="h3" sx={{ overflowWrap: 'anywhere' }}>
        {typeset(question)}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
        {`${who} · ${dayOfInstantInWords(told_at)}`}
      </Typography>
      <Typography variant="body2" sx={{ mt: 0.5 }}>
        {'О ком: '}
        <Link component={RouterLink} to={paths.memorial(memorial_id)} sx={PAGE_LINK}>
          {memorial_name}
        </Link>
      </Typography>
      <Box sx={TEXT}>{text}</Box>
      {photos.map(({ file_path, width, height }) => (
        <MemoryPhoto key={file_path} author={who} photo_path={file_path} photo_width={width} photo_height={height} />
      ))}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mt: 2 }}>
        <Decisions story={story} describedBy={titleId} />
      </Box>
    </Paper>
  )
}

const TEXT = {
  mt: 1.5,
  maxWidth: '68ch',
  typography: 'body1',
  whiteSpace: 'pre-line',
  overflowWrap: 'anywhere',
} as const

function Decisions({ story, describedBy }: { story: PendingStory; describedBy: string }) {
  const [moderate, { isLoading }] = useModerateStoryMutation()
  const toast = useToast()
  const decide = (decision: Decision) => moderate({ id: story.id, memorialId: story.memorial_id, decision })

  async function approve(): Promise<void> {
    if (isLoading) return
    const { error } = await decide('approved')
    if (error) toast.error(errorText(error, { fallback: FAILED }))
    else toast.success('Рассказ на странице')
  }

  return (
    <>
      <Button
        ref={passFocusUp}
        variant="contained"
        aria-describedby={describedBy}
        aria-disabled={isLoading}
        onClick={() => void approve()}
      >
        Одобрить
      </Button>
      <ConfirmButton
        label="Отклонить"
        fullLabel={`Отклонить рассказ, подпись: ${story.author}`}
        progressText="Отклоняем..."
        questions={[
          {
            title: 'Отклонить рассказ?',
            text: 'На странице его не будет. Тому, кто рассказал, придёт письмо, что близкие решили пока не публиковать его.',
          },
        ]}
        action={async () => {
          const { error } = await decide('rejected')
          return okOrNotFound(error)
            ? { isDone: true, message: 'Рассказ отклонён' }
            : { isDone: false, message: errorText(error, { fallback: FAILED }) }
        }}
      />
    </>
  )
}
