import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { SESSION_DAYS, SESSION_PAUSE_DAYS } from '@contract/retention'
import { useGetSessionsQuery } from '@client/api/session-api'
import { countedOnOneLine, DAYS, OF_DAYS } from '@contract/plurals'
import { typeset } from '@contract/typeset'
import { FOCUS_AREA } from '@client/ui/focus'
import { Loading } from '@client/ui/Loading'
import { LoadFailed } from '@client/ui/LoadFailed'
import { Section } from '@client/ui/Section'
import { SessionList } from './SessionList'

const PURPOSE = `Здесь перечислены телефоны и компьютеры, на которых вы вошли в кабинет и ещё не вышли. Каждый такой вход называется сеансом и длится не больше ${countedOnOneLine(SESSION_DAYS, OF_DAYS)}. Если им не пользоваться ${countedOnOneLine(SESSION_PAUSE_DAYS, DAYS)}, он закончится раньше.`
const ADVICE =
  'Если устройство уже не ваше, завершите его сеанс: чтобы войти там снова, понадобится пароль. Если оно вам незнакомо, ещё и смените пароль: возможно, его узнал кто-то посторонний.'
const LOAD_FAILED = 'Не удалось узнать, где открыт ваш кабинет.'
const RENEWAL_FAILED = 'Не удалось обновить список: с прошлого раза он мог измениться.'

/** The sessions of the account, with buttons to end them. */
export function OpenSessions() {
  return (
    <Section spacing="medium" title="Где открыт ваш кабинет">
      <Box sx={{ maxWidth: 760 }}>
        <Typography color="textSecondary">{PURPOSE}</Typography>
        <Typography color="textSecondary" sx={{ mt: 1, mb: 3 }}>
          {typeset(ADVICE)}
        </Typography>
        <Box {...FOCUS_AREA}>
          <Sessions />
        </Box>
      </Box>
    </Section>
  )
}

function Sessions() {
  // A holder who looks for an intruder needs the current list, not a cached one.
  const { data: sessions, isError, refetch } = useGetSessionsQuery(undefined, { refetchOnMountOrArgChange: true })

  const retry = () => void refetch()
  if (isError && !sessions) return <LoadFailed onRetry={retry}>{LOAD_FAILED}</LoadFailed>
  if (!sessions) return <SessionsLoading />
  return (
    <>
      {isError && (
        <Box sx={{ mb: 3 }}>
          <LoadFailed onRetry={retry}>{RENEWAL_FAILED}</LoadFailed>
        </Box>
      )}
      <SessionList sessions={sessions} />
    </>
  )
}

function SessionsLoading() {
  return (
    <Loading>
      <Skeleton animation={false} variant="rounded" height={96} />
    </Loading>
  )
}
