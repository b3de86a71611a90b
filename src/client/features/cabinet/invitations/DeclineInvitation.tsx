import type { WaitingInvitation } from '@contract/keepers'
import { useDeclineInvitationMutation } from '@client/api/keepers-api'
import { errorText, okOrNotFound } from '@client/api/errors'
import { type ActionOutcome, ConfirmButton, type ConfirmButtonProps } from '@client/ui/ConfirmButton'

const FAILED = 'Не удалось отклонить приглашение. Пожалуйста, попробуйте ещё раз.'
const DECLINED = 'Приглашение отклонено'

export interface DeclineInvitationProps extends Pick<ConfirmButtonProps, 'size' | 'onDone'> {
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
      : { isDone: false, message: errorText(error, { fallback: FAILED }) }
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
