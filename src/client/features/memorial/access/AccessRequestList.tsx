import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { AccessRequest, AccessRequestStatus } from '@contract/access'
import { useEndAccessMutation } from '@client/api/access-api'
import { ActionRow } from '@client/ui/WaitingRequests'
import { ConfirmButton } from '@client/ui/ConfirmButton'
import { accessOutcome } from './access-outcome'
import { AccessDecision } from './AccessDecision'
import { AccessRequestWords } from './AccessRequestWords'
import { DAY_OF_REQUEST } from './day-of-request'

const STATUSES: Record<AccessRequestStatus, string> = {
  pending: 'ждёт вашего решения',
  approved: 'вы впустили',
  rejected: 'вы отказали',
}

/** Pending requests come first, as the server lists them. */
export function AccessRequestList({ memorialId, requests }: { memorialId: number; requests: AccessRequest[] }) {
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
