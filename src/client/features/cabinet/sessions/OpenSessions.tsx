import Box from '@mui/material/Box'
import type { ButtonProps } from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { styled } from '@mui/material/styles'
import { SESSION_DAYS, SESSION_PAUSE_DAYS } from '@contract/retention'
import { useEndOtherSessionsMutation, useEndSessionMutation, useGetSessionsQuery } from '@client/api/settings-api'
import { countedOnOneLine, DAYS, OF_DAYS } from '@contract/plurals'
import type { AccountSession } from '@contract/session'
import { typeset } from '@contract/typeset'
import { type ApiFailure, errorStatus, errorText, okOrNotFound } from '@client/api/errors'
import { type ActionOutcome, ConfirmButton } from '@client/ui/ConfirmButton'
import { FOCUS_AREA } from '@client/ui/focus'
import { LoadFailed, Loading } from '@client/ui/Loading'
import { Section } from '@client/ui/Page'
import { deviceName, whenUsed } from './session-texts'

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

const UNKNOWN_DEVICE = 'Неизвестное устройство'

/** One session: its device, and a button that ends it. The current session has no button: it ends by signing out. */
function SessionItem({ session }: { session: AccountSession }) {
  const [endSession] = useEndSessionMutation()
  const name = deviceName(session.user_agent) ?? UNKNOWN_DEVICE
  const nameAndUse = `${name}, последний раз: ${whenUsed(session.last_used_at)}`

  return (
    <Box component="li" sx={{ ...WRAPPING, columnGap: 3, rowGap: 1.5 }}>
      <Box sx={{ flex: '1 1 300px', minWidth: 0 }}>
        <Box sx={{ ...WRAPPING, columnGap: 1.5, rowGap: 0.5, mb: 0.5 }}>
          <Typography variant="subtitle2" component="h3">
            {name}
          </Typography>
          {session.is_current && <Chip label="этот сеанс" color="secondary" variant="outlined" />}
        </Box>
        <SessionFacts session={session} />
      </Box>
      {!session.is_current && (
        <EndSessions
          label="Завершить"
          about={nameAndUse}
          title="Завершить сеанс?"
          done="Сеанс завершён"
          failed="Не удалось завершить сеанс. Пожалуйста, попробуйте позже."
          end={() => endSession(session.id)}
        >
          {`${nameAndUse}. Кабинет там закроется, и чтобы войти снова, понадобится пароль. Приглашения, которые отправили оттуда и ещё не приняли, перестанут действовать.`}
        </EndSessions>
      )}
    </Box>
  )
}

/** Details to recognise a session by. The raw `User-Agent` is shown only if it contains no known device name. */
function SessionFacts({ session }: { session: AccountSession }) {
  const { created_at, last_used_at, address, user_agent, is_current } = session
  return (
    <Typography variant="body2" color="textSecondary" component="div" sx={FACTS}>
      {user_agent && !deviceName(user_agent) && <div>{user_agent}</div>}
      <div>{is_current ? 'Открыт сейчас' : `Последний раз: ${whenUsed(last_used_at)}`}</div>
      <Box sx={{ ...WRAPPING, columnGap: 2.5 }}>
        <span>Вход: {whenUsed(created_at)}</span>
        {address && <span>Сетевой адрес: {address}</span>}
      </Box>
    </Typography>
  )
}

const WRAPPING = { display: 'flex', flexWrap: 'wrap', alignItems: 'center' } as const
const FACTS = { overflowWrap: 'anywhere' } as const

interface EndSessionsProps extends Pick<ButtonProps, 'sx'> {
  label: string
  /** The session of this button, if several buttons have the same label. */
  about?: string
  /** The question. The text below it names the consequences. */
  title: string
  children: string
  /** The toast after a success. */
  done: string
  /** The message after a failure for which the server gives no reason. */
  failed: string
  end: () => Promise<{ error?: ApiFailure }>
}

/** A button that ends sessions. */
function EndSessions({ label, about, title, children, done, failed, end, sx }: EndSessionsProps) {
  async function act(): Promise<ActionOutcome> {
    const { error } = await end()
    // A session that is not found was ended elsewhere, or has expired.
    if (okOrNotFound(error)) return { isDone: true, message: done }
    // The visitor's own session has ended: the login page, to which they are sent, says why.
    if (errorStatus(error) === 401) return { isDone: false }
    return { isDone: false, message: errorText(error, { fallback: failed }) }
  }

  return (
    <ConfirmButton
      label={label}
      fullLabel={about && `${label}: ${about}`}
      questions={[{ title, text: children }]}
      progressText="Завершаем..."
      isDestructive={false}
      action={act}
      sx={sx}
    />
  )
}
