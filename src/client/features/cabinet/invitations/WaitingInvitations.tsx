import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { WaitingInvitation } from '@contract/keepers'
import type { KeeperRole } from '@contract/memorial-terms'
import { dayOfInstantInWords } from '@contract/shown-days'
import { typeset } from '@contract/typeset'
import { actionFailure, okOrNotFound } from '@client/api/errors'
import {
  useAcceptWaitingInvitationMutation,
  useDeclineInvitationMutation,
  useGetWaitingInvitationsQuery,
} from '@client/api/invitations-api'
import { type ActionOutcome, ConfirmButton, type ConfirmButtonProps } from '@client/ui/ConfirmButton'
import { ActionRow, WaitingRequests } from '@client/ui/WaitingRequests'
import { passFocusUp } from '@client/ui/focus'
import { useToast } from '@client/ui/toasts'

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
    if (error) toast.error(actionFailure(error, { fallback: ACCEPT_FAILED, statuses: { 404: ENDED } }))
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

const FAILED = 'Не удалось отклонить приглашение. Пожалуйста, попробуйте ещё раз.'
const DECLINED = 'Приглашение отклонено'

interface DeclineInvitationProps extends Pick<ConfirmButtonProps, 'size' | 'onDone'> {
  invitation: WaitingInvitation
}

/** Declines an invitation, after a confirmation. */
export function DeclineInvitation({ invitation, ...buttonProps }: DeclineInvitationProps) {
  const [decline] = useDeclineInvitationMutation()
  const { id, memorial_name: name } = invitation

  async function act(): Promise<ActionOutcome> {
    const { error } = await decline(id)
    return okOrNotFound(error)
      ? { isDone: true, message: DECLINED }
      : { isDone: false, message: actionFailure(error, { fallback: FAILED }) }
  }

  return (
    <ConfirmButton
      label="Отклонить"
      fullLabel={`Отклонить: ${name}`}
      progressText="Отклоняем..."
      questions={[{ title: 'Отклонить приглашение?', text: lossOf(invitation) }]}
      action={act}
      {...buttonProps}
    />
  )
}

function lossOf({ invited_by: owner }: WaitingInvitation): string {
  return owner
    ? `Ссылка из письма перестанет действовать. Если передумаете, ${owner} может пригласить вас ещё раз.`
    : 'Ссылка из письма перестанет действовать, и предложить вам эту страницу ещё раз будет некому.'
}

export const ACCEPTING = 'Принимаем...'
export const ACCEPT_FAILED = 'Не удалось принять приглашение. Пожалуйста, попробуйте ещё раз.'

/** The same texts for the page of an invitation link, where the invitation may be unknown, and for the cabinet. */
export function invitationTexts(role: KeeperRole, invitation?: WaitingInvitation) {
  const page = invitation ? `страницу «${invitation.memorial_name}»` : 'страницу памяти'
  const owner = invitation?.invited_by
  if (role === 'owner') {
    return {
      title: 'Вам передают страницу памяти',
      lead: `${owner ? `${owner} передаёт вам` : 'Вам передают'} ${page}. Приняв её, вы станете её владельцем: она займёт одно ваше место для мемориала и перейдёт к вам со всем, что на ней есть.${invitation ? '' : ' Если её никто не примет до срока из письма, предложение закончится.'}`,
      button: 'Принять страницу',
      thanks: 'Спасибо. Теперь вы владелец этой страницы.',
    }
  }
  return {
    title: 'Приглашение хранить страницу',
    lead: `${owner ? `${owner} просит вас` : 'Вас просят'} хранить ${page}. Приняв приглашение, вы сможете читать её и дополнять вместе с близкими.`,
    button: 'Принять приглашение',
    thanks: 'Спасибо. Теперь вы храните эту страницу.',
  }
}

export function untilWhen({ role, expires_at }: WaitingInvitation): string {
  return `${role === 'owner' ? 'Предложение' : 'Приглашение'} действует до ${dayOfInstantInWords(expires_at)}.`
}
