import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import Typography from '@mui/material/Typography'
import type { AccountSession } from '@contract/session'
import { useEndSessionMutation } from '@client/api/session-api'
import { deviceName } from './device-name'
import { EndSessions } from './EndSessions'
import { whenUsed } from './when-used'

const UNKNOWN_DEVICE = 'Неизвестное устройство'

/** Where one session goes on, and since when. */
export function SessionItem({ session }: { session: AccountSession }) {
  const { id, created_at, last_used_at, address, user_agent, is_current } = session
  const [endSession] = useEndSessionMutation()
  const known = deviceName(user_agent)
  const name = known ?? UNKNOWN_DEVICE
  const used = whenUsed(last_used_at)

  return (
    <Box component="li" sx={ITEM}>
      <Box sx={{ flex: '1 1 300px', minWidth: 0 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 0.5 }}>
          <Typography variant="subtitle2" component="h3">
            {name}
          </Typography>
          {is_current && <Chip label="этот сеанс" color="secondary" variant="outlined" size="small" />}
        </Box>
        {!known && user_agent && <Detail>{user_agent}</Detail>}
        <Detail>{is_current ? 'Открыт сейчас' : `Последний раз: ${used}`}</Detail>
        <Detail>
          {[`Вход: ${whenUsed(created_at)}`, address && `сетевой адрес ${address}`].filter(Boolean).join(' · ')}
        </Detail>
      </Box>
      {!is_current && (
        <EndSessions
          label="Завершить"
          about={`${name}, последний раз: ${used}`}
          title="Завершить этот сеанс?"
          done="Сеанс завершён"
          end={() => endSession(id)}
        >
          {name}. Кабинет там закроется, и чтобы войти снова, понадобится пароль.
        </EndSessions>
      )}
    </Box>
  )
}

function Detail({ children }: { children: string }) {
  return (
    <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
      {children}
    </Typography>
  )
}

const ITEM = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 1.5 } as const
