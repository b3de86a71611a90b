import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { AccessRequest, AccessRequestStatus } from '@contract/access'
import { useDecideOnAccessMutation, useEndAccessMutation } from '@client/api/access-api'
import { type ApiFailure, errorText, isGone } from '@client/api/errors'
import { type ActionOutcome, ConfirmButton } from '@client/ui/ConfirmButton'
import { passFocusUp } from '@client/ui/focus'
import { useToast } from '@client/ui/toasts'

const FAILED = 'Не получилось. Пожалуйста, попробуйте ещё раз.'
const DAY = new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'long' })
const STATUSES: Record<AccessRequestStatus, string> = {
  pending: 'ждёт вашего решения',
  approved: 'вы впустили',
  rejected: 'вы отказали',
}

/** Those who wait come first, as the server lists them. */
export function AccessRequestList({ memorialId, requests }: { memorialId: number; requests: AccessRequest[] }) {
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, mb: 3, p: 0 }}>
      {requests.map((request) => (
        <Box key={request.id} component="li" sx={ROW}>
          <Box sx={{ flex: '1 1 260px', minWidth: 0, overflowWrap: 'anywhere' }}>
            <Typography>
              {request.name}, {request.email}
            </Typography>
            {request.text && <Typography sx={{ whiteSpace: 'pre-line', my: 0.5 }}>{request.text}</Typography>}
            <Typography variant="body2" color="textSecondary">
              {STATUSES[request.status]}, просьба от {DAY.format(new Date(request.created_at))}
            </Typography>
          </Box>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
            {request.status === 'pending' ? (
              <Decisions memorialId={memorialId} request={request} />
            ) : (
              <End memorialId={memorialId} request={request} />
            )}
          </Box>
        </Box>
      ))}
    </Box>
  )
}

interface OneRequest {
  memorialId: number
  request: AccessRequest
}

function Decisions({ memorialId, request: { id, name, email } }: OneRequest) {
  const [decide, { isLoading }] = useDecideOnAccessMutation()
  const toast = useToast()

  async function letIn(): Promise<void> {
    if (isLoading) return
    const { error } = await decide({ memorialId, id, decision: 'approved' })
    if (error) toast.error(errorText(error, { fallback: FAILED }))
    else toast.success(`Мы отправили письмо со ссылкой: ${email}`)
  }

  return (
    <>
      <Button
        ref={passFocusUp}
        variant="contained"
        size="small"
        aria-label={`Впустить: ${name}`}
        aria-disabled={isLoading}
        onClick={() => void letIn()}
      >
        {isLoading ? 'Впускаем...' : 'Впустить'}
      </Button>
      <ConfirmButton
        label="Отказать"
        fullLabel={`Отказать: ${name}`}
        size="small"
        progressText="Отказываем..."
        questions={[{ title: 'Отказать?', text: `${name} не узнает об этом от нас: письма не будет.` }]}
        action={async () => outcome(await decide({ memorialId, id, decision: 'rejected' }), 'Вы отказали')}
      />
    </>
  )
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
        action={async () => outcome(await endAccess({ memorialId, id }), 'Просьба удалена')}
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
      action={async () => outcome(await endAccess({ memorialId, id }), 'Доступ закрыт')}
    />
  )
}

const ROW = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 2,
  rowGap: 1,
  py: 1.5,
  borderTop: 1,
  borderColor: 'divider',
} as const

/** What is gone already was ended elsewhere. */
function outcome({ error }: { error?: ApiFailure }, message: string): ActionOutcome {
  return isGone(error) ? { isDone: true, message } : { isDone: false, message: errorText(error, { fallback: FAILED }) }
}
