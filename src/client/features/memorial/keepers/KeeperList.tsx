import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { PropsWithChildren } from 'react'
import type { Invitation, Keepers } from '@contract/keepers'
import { typeset } from '@contract/typeset'
import { useRemoveKeeperMutation, useWithdrawInvitationMutation } from '@client/api/keepers-api'
import { type ApiFailure, errorText, okOrNotFound } from '@client/api/errors'
import { ActionRow } from '@client/ui/WaitingRequests'
import { type ActionOutcome, ConfirmButton } from '@client/ui/ConfirmButton'

const FAILED = 'Не получилось. Пожалуйста, попробуйте ещё раз.'
const DAY = new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'long' })

/** The owner's list: keepers and invitations by e-mail, each with a button to remove or withdraw it. */
export function KeeperList({ memorialId, keepers }: { memorialId: number; keepers: Keepers }) {
  const [removeKeeper] = useRemoveKeeperMutation()
  const [withdrawInvitation] = useWithdrawInvitationMutation()

  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, mb: 3, p: 0 }}>
      {keepers.result.map(({ user_id: id, email, role }) => (
        <Person key={id} email={email ?? ''} about={role === 'owner' ? 'вы, владелец' : 'хранит вместе с вами'}>
          {role === 'keeper' && (
            <ConfirmButton
              label="Убрать"
              fullLabel={`Убрать из хранителей: ${email}`}
              size="small"
              progressText="Убираем..."
              questions={[
                {
                  title: 'Убрать из хранителей?',
                  text: `${email} больше не сможет менять страницу, а закрытую и читать. Всё, что сделано, останется.`,
                },
              ]}
              action={async () =>
                outcome(await removeKeeper({ memorialId, id }), 'Этот человек больше не хранит страницу')
              }
            />
          )}
        </Person>
      ))}
      {keepers.invitations?.map((invitation) => (
        <Person key={`invited-${invitation.id}`} email={invitation.email} about={waitsFor(invitation)}>
          <ConfirmButton
            label="Отозвать"
            fullLabel={`Отозвать приглашение: ${invitation.email}`}
            size="small"
            isDestructive={false}
            progressText="Отзываем..."
            questions={[{ title: 'Отозвать приглашение?', text: 'Ссылка из письма перестанет действовать.' }]}
            action={async () =>
              outcome(await withdrawInvitation({ memorialId, id: invitation.id }), 'Приглашение отозвано')
            }
          />
        </Person>
      ))}
    </Box>
  )
}

function Person({ email, about, children }: PropsWithChildren<{ email: string; about: string }>) {
  return (
    <ActionRow actions={children}>
      <Typography>{email}</Typography>
      <Typography variant="body2" color="textSecondary">
        {typeset(about)}
      </Typography>
    </ActionRow>
  )
}

function waitsFor({ role, expires_at }: Invitation): string {
  const until = DAY.format(new Date(expires_at))
  return role === 'owner' ? `предложено принять страницу, до ${until}` : `приглашение отправлено, действует до ${until}`
}

/** A keeper or invitation that is not found was removed elsewhere. */
function outcome({ error }: { error?: ApiFailure }, message: string): ActionOutcome {
  return okOrNotFound(error)
    ? { isDone: true, message }
    : { isDone: false, message: errorText(error, { fallback: FAILED }) }
}
