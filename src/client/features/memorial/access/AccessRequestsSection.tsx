import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import type { AccessRequest, AccessRequestStatus } from '@contract/access'
import type { Memorial } from '@contract/memorial'
import { typeset } from '@contract/typeset'
import { useEndAccessMutation, useGetAccessRequestsQuery } from '@client/api/access-api'
import { ConfirmButton } from '@client/ui/ConfirmButton'
import { FOCUS_AREA } from '@client/ui/focus'
import { LoadFailed, Loading } from '@client/ui/Loading'
import { Section } from '@client/ui/Page'
import { ActionRow } from '@client/ui/WaitingRequests'
import { AccessDecision, accessOutcome, AccessRequestWords, DAY_OF_REQUEST } from './AccessRequest'

const PURPOSE =
  'Здесь просьбы тех, кто хотел бы увидеть закрытую страницу. Тому, кого вы впустите, придёт письмо с личной ссылкой на 180 дней. Если откажете, мы никому об этом не напишем.'
const MORE_WAITING = 'Есть и другие просьбы: они появятся здесь, когда вы ответите на эти.'
const NOBODY = 'Пока просьб нет.'
const LOAD_FAILED = 'Не удалось загрузить просьбы.'

/**
 * Pending and approved access requests of a closed page, for its keepers. A page that is public by now shows it only while
 * there are some.
 */
export function AccessRequestsSection({ memorial }: { memorial: Memorial }) {
  const { data, isError, refetch } = useGetAccessRequestsQuery(memorial.id, { refetchOnMountOrArgChange: true })
  const isEmpty = data?.result.length === 0

  if (memorial.public_status && (!data || isEmpty)) return null
  return (
    <Section title="Кого впустить">
      <Box {...FOCUS_AREA} sx={{ ...FOCUS_AREA.sx, maxWidth: 640, mx: 'auto', textAlign: 'left' }}>
        <Typography color="textSecondary" sx={{ mb: 2 }}>
          {typeset(PURPOSE)}
        </Typography>
        {!data && isError && <LoadFailed onRetry={() => void refetch()}>{LOAD_FAILED}</LoadFailed>}
        {!data && !isError && (
          <Loading>
            <Skeleton animation={false} variant="rounded" height={96} />
          </Loading>
        )}
        {isEmpty && <Typography>{NOBODY}</Typography>}
        {data && !isEmpty && <AccessRequestList memorialId={memorial.id} requests={data.result} />}
        {data?.more_waiting && <Typography color="textSecondary">{MORE_WAITING}</Typography>}
      </Box>
    </Section>
  )
}

const STATUSES: Record<AccessRequestStatus, string> = {
  pending: 'ждёт вашего решения',
  approved: 'вы впустили',
  rejected: 'вы отказали',
}

/** Pending requests come first, as the server lists them. */
function AccessRequestList({ memorialId, requests }: { memorialId: number; requests: AccessRequest[] }) {
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, mb: 3, p: 0 }}>
      {requests.map((request) => (
        <ActionRow key={request.id} actions={<Actions memorialId={memorialId} request={request} />}>
          <AccessRequestWords request={request} />
          <Typography variant="body2" color="textSecondary">
            {STATUSES[request.status]}, просьба от {DAY_OF_REQUEST.format(new Date(request.created_at))}
          </Typography>
        </ActionRow>
      ))}
    </Box>
  )
}

interface OneRequest {
  memorialId: number
  request: AccessRequest
}

function Actions(one: OneRequest) {
  return one.request.status === 'pending' ? <AccessDecision {...one} /> : <End {...one} />
}

function End({ memorialId, request: { id, name, status } }: OneRequest) {
  const [endAccess] = useEndAccessMutation()

  if (status === 'rejected') {
    return (
      <ConfirmButton
        label="Убрать из списка"
        fullLabel={`Убрать из списка: ${name}`}
        size="small"
        isDestructive={false}
        progressText="Убираем..."
        questions={[{ title: 'Убрать из списка?', text: `Просьба (${name}) будет удалена.` }]}
        action={async () => accessOutcome(await endAccess({ memorialId, id }), 'Просьба удалена')}
      />
    )
  }
  return (
    <ConfirmButton
      label="Закрыть доступ"
      fullLabel={`Закрыть доступ: ${name}`}
      size="small"
      progressText="Закрываем..."
      questions={[
        {
          title: 'Закрыть доступ?',
          text: `Личная ссылка перестанет открывать страницу, и там, где она открыта, страница закроется. Впустить (${name}) можно будет только по новой просьбе.`,
        },
      ]}
      action={async () => accessOutcome(await endAccess({ memorialId, id }), 'Доступ закрыт')}
    />
  )
}
