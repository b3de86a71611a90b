import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import type { AccountSession } from '@contract/session'
import { useEndOtherSessionsMutation } from '@client/api/session-api'
import { EndSessions } from './EndSessions'
import { SessionItem } from './SessionItem'

/** All sessions of the account. With more than one other session there is a button that ends all of them. */
export function SessionList({ sessions }: { sessions: AccountSession[] }) {
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
