import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import Typography from '@mui/material/Typography'
import type { AccountSession } from '@contract/session'
import { useEndSessionMutation } from '@client/api/settings-api'
import { deviceName } from './device-name'
import { EndSessions } from './EndSessions'
import { whenUsed } from './when-used'

const UNKNOWN_DEVICE = 'Неизвестное устройство'

/** One session: its device, and a button that ends it. The current session has no button: it ends by signing out. */
export function SessionItem({ session }: { session: AccountSession }) {
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
