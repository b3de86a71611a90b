import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { WaitingInvitation } from '@contract/keepers'
import { typeset } from '@contract/typeset'
import { errorText } from '@client/api/errors'
import { useAcceptWaitingInvitationMutation, useGetWaitingInvitationsQuery } from '@client/api/keepers-api'
import { ActionRow, WaitingRequests } from '@client/ui/WaitingRequests'
import { passFocusUp } from '@client/ui/focus'
import { useToast } from '@client/ui/toasts'
import { DeclineInvitation } from './DeclineInvitation'
import { ACCEPT_FAILED, ACCEPTING, invitationTexts, untilWhen } from './invitation-texts'

const PURPOSE = 'Если отклоните приглашение, мы никому об этом не напишем.'
const LOAD_FAILED = 'Не удалось загрузить приглашения.'
const ENDED = 'Этого приглашения больше нет.'

/** Invitations that the account may accept or decline without the letter. Renders nothing if there are none. */
export function WaitingInvitations() {
  const { data, isError, refetch } = useGetWaitingInvitationsQuery(undefined, { refetchOnMountOrArgChange: true })
  return (
    <Box sx={ROOM_BELOW}>
      <WaitingRequests
        title="Приглашения"
        purpose={PURPOSE}
        nothingWaits="Больше приглашений нет."
        loadFailed={LOAD_FAILED}
        count={data?.result.length}
        isError={isError}
        onRetry={() => void refetch()}
      >
        {data?.result.map((invitation) => (
          <ActionRow
            key={invitation.id}
            actions={
              <>
                <AcceptInvitation invitation={invitation} />
                <DeclineInvitation invitation={invitation} size="small" />
              </>
            }
          >
            <Typography>{typeset(invitationTexts(invitation.role, invitation).lead)}</Typography>
            <Typography variant="body2" color="textSecondary">
              {typeset(untilWhen(invitation))}
            </Typography>
          </ActionRow>
        ))}
      </WaitingRequests>
    </Box>
  )
}

/** No margin if there is no content. */
const ROOM_BELOW = { '&:not(:empty)': { mb: { xs: 5, md: 7 } } } as const

function AcceptInvitation({ invitation }: { invitation: WaitingInvitation }) {
  const [accept, { isLoading }] = useAcceptWaitingInvitationMutation()
  const toast = useToast()
  const { button, thanks } = invitationTexts(invitation.role, invitation)

  async function press(): Promise<void> {
    if (isLoading) return
    const { error } = await accept(invitation.id)
    if (error) toast.error(errorText(error, { fallback: ACCEPT_FAILED, statuses: { 404: ENDED } }))
    else toast.success(thanks)
  }

  return (
    <Button
      ref={passFocusUp}
      variant="contained"
      size="small"
      aria-label={`${button}: ${invitation.memorial_name}`}
      aria-disabled={isLoading}
      onClick={() => void press()}
    >
      {isLoading ? ACCEPTING : button}
    </Button>
  )
}
