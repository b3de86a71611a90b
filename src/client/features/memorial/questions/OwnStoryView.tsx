import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import type { MemoryStatus } from '@contract/memory'
import type { OwnStory } from '@contract/questions'
import { typeset } from '@contract/typeset'
import { actionFailure, isNetworkFailure, isNotFound } from '@client/api/errors'
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
export function Subject({ name }: { name: string }) {
  return (
    <Typography color="textSecondary" sx={{ mt: 3, fontSize: '1.125rem', overflowWrap: 'anywhere' }}>
      {`О ком: ${name}`}
    </Typography>
  )
}

const OWN_VOICE = { display: 'block', width: '100%', mt: 3 } as const
export const WRITTEN = { ...LARGE, whiteSpace: 'pre-line', overflowWrap: 'anywhere' } as const
export const OWN_PHOTO = { display: 'block', mt: 2, maxWidth: '100%', maxHeight: 480, borderRadius: 1 } as const
