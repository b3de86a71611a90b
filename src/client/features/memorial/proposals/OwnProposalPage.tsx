import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { type ReactNode, useState } from 'react'
import { Link as RouterLink, useSearchParams } from 'react-router-dom'
import { type HistoryValue, labelOf } from '@contract/history'
import { paths } from '@contract/paths'
import type { ProposalStatus, WrittenProposal } from '@contract/proposals'
import { DATE_UNKNOWN, dateInWords } from '@contract/shown-days'
import { typeset } from '@contract/typeset'
import { actionFailure, isNotFound } from '@client/api/errors'
import { useDeleteOwnProposalMutation, useGetOwnProposalQuery } from '@client/api/proposal-api'
import { ConfirmButton } from '@client/ui/ConfirmButton'
import { Loading } from '@client/ui/Loading'
import { Page } from '@client/ui/Page'
import { LARGE, NotLoaded, OWN_PHOTO, Subject, WRITTEN } from '../questions/OwnStoryView'

const PROPOSAL_TEXTS: Record<ProposalStatus, string> = {
  pending: 'Ваше уточнение ждёт: его прочитают те, кто хранит страницу.',
  accepted: 'Ваше уточнение приняли. Спасибо вам.',
  rejected: 'Ваше уточнение прочитали и решили пока оставить на странице всё как есть. Спасибо, что написали.',
}

/** What a reader has proposed for a page, which they may take back. The link is shown once, and sent by mail. */
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

function valueInWords(value: Exclude<HistoryValue, null>): string {
  return typeof value === 'string' ? value : dateInWords(value.date, value.precision) || DATE_UNKNOWN
}
