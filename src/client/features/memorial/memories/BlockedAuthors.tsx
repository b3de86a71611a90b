import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useGetBlockedAuthorsQuery, useUnblockAuthorMutation } from '@client/api/answer-api'
import { errorText, okOrNotFound } from '@client/api/errors'
import { ConfirmButton } from '@client/ui/ConfirmButton'
import { FOCUS_AREA } from '@client/ui/focus'

const FAILED = 'Не получилось. Пожалуйста, попробуйте ещё раз.'

/** Authors whose new memories are hidden from everyone, for keepers. Renders nothing if there are none. */
export function BlockedAuthors({ memorialId }: { memorialId: number }) {
  const { data: authors = [] } = useGetBlockedAuthorsQuery(memorialId, { refetchOnMountOrArgChange: true })
  const [unblock] = useUnblockAuthorMutation()

  return (
    <Box {...FOCUS_AREA} sx={{ maxWidth: 640, mx: 'auto', textAlign: 'start' }}>
      {authors.length > 0 && (
        <>
          <Typography variant="h4" component="h3" sx={{ mt: 5 }}>
            Чьи слова не принимаются
          </Typography>
          <Typography color="textSecondary" sx={{ mt: 1 }}>
            Новые слова с этих адресов никто не увидит. Их авторы об этом не знают.
          </Typography>
        </>
      )}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {authors.map(({ id, author_email: email }) => (
          <Box component="li" key={id} sx={ROW}>
            <Typography sx={{ flex: '1 1 220px', overflowWrap: 'anywhere' }}>{email}</Typography>
            <ConfirmButton
              label="Принимать снова"
              fullLabel={`Принимать снова слова от ${email}`}
              size="small"
              isDestructive={false}
              progressText="Сохраняем..."
              questions={[
                { title: 'Принимать слова снова?', text: `Слова от ${email} снова будут приходить вам на проверку.` },
              ]}
              action={async () => {
                const { error } = await unblock({ id, memorialId })
                return okOrNotFound(error)
                  ? { isDone: true, message: 'Слова этого автора снова принимаются' }
                  : { isDone: false, message: errorText(error, { fallback: FAILED }) }
              }}
            />
          </Box>
        ))}
      </Box>
    </Box>
  )
}

const ROW = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1, py: 1.5 } as const
