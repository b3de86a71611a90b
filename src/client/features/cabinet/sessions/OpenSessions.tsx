import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { styled } from '@mui/material/styles'
import { SESSION_DAYS, SESSION_PAUSE_DAYS } from '@contract/retention'
import { useEndOtherSessionsMutation, useGetSessionsQuery } from '@client/api/settings-api'
import { countedOnOneLine, DAYS, OF_DAYS } from '@contract/plurals'
import type { AccountSession } from '@contract/session'
import { typeset } from '@contract/typeset'
import { FOCUS_AREA } from '@client/ui/focus'
import { LoadFailed, Loading } from '@client/ui/Loading'
import { Section } from '@client/ui/Page'
import { EndSessions } from './EndSessions'
import { SessionItem } from './SessionItem'

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

/** All sessions of the account. With more than one other session there is a button that ends all of them. */
function SessionList({ sessions }: { sessions: AccountSession[] }) {
  const [endOtherSessions] = useEndOtherSessionsMutation()
  const others = sessions.filter((session) => !session.is_current)

  return (
    <>
      <List>
        {sessions.map((session) => (
          <SessionItem key={session.id} session={session} />
        ))}
      </List>
      {others.length === 0 && <Typography sx={{ mt: 2 }}>Больше нигде кабинет не открыт.</Typography>}
      {others.length > 1 && (
        <EndSessions
          label="Завершить все остальные"
          title="Завершить все остальные сеансы?"
          done="Остальные сеансы завершены"
          failed="Не удалось завершить остальные сеансы. Пожалуйста, попробуйте позже."
          end={() => endOtherSessions()}
          sx={{ mt: 3 }}
        >
          Кабинет останется открыт только на этом устройстве. На остальных понадобится войти заново, с паролем.
          Приглашения хранить страницу, которые ещё не приняли, и начатая смена адреса почты перестанут действовать.
        </EndSessions>
      )}
    </>
  )
}

const List = styled('ul')(({ theme }) => ({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& > li': { paddingBlock: theme.spacing(2), borderBlockStart: `1px solid ${String(theme.vars?.palette.divider)}` },
  '& > li:last-of-type': { borderBlockEnd: `1px solid ${String(theme.vars?.palette.divider)}` },
}))
