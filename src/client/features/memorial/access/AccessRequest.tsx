import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { AccessRequest } from '@contract/access'
import { useDecideOnAccessMutation } from '@client/api/access-api'
import { actionFailure, type ApiFailure, okOrNotFound } from '@client/api/errors'
import { type ActionOutcome, ConfirmButton } from '@client/ui/ConfirmButton'
import { passFocusUp } from '@client/ui/focus'
import { useToast } from '@client/ui/toasts'

export interface AccessDecisionProps {
  memorialId: number
  request: Pick<AccessRequest, 'id' | 'name' | 'email'>
}

/** Grants or denies access to a closed page. */
export function AccessDecision({ memorialId, request: { id, name, email } }: AccessDecisionProps) {
  const [decide, { isLoading }] = useDecideOnAccessMutation()
  const toast = useToast()

  async function letIn(): Promise<void> {
    if (isLoading) return
    const { error } = await decide({ memorialId, id, decision: 'approved' })
    if (error) toast.error(actionFailure(error))
    else toast.success(`Мы отправили письмо со ссылкой: ${email}`)
  }

  return (
    <>
      <Button
        ref={passFocusUp}
        variant="contained"
        size="small"
        aria-label={`Впустить: ${name}`}
        aria-disabled={isLoading}
        onClick={() => void letIn()}
      >
        {isLoading ? 'Впускаем...' : 'Впустить'}
      </Button>
      <ConfirmButton
        label="Отказать"
        fullLabel={`Отказать: ${name}`}
        size="small"
        progressText="Отказываем..."
        questions={[{ title: 'Отказать?', text: `${name} не узнает об этом от нас: письма не будет.` }]}
        action={async () => accessOutcome(await decide({ memorialId, id, decision: 'rejected' }), 'Вы отказали')}
      />
    </>
  )
}

/** Who asks for access, and what they wrote. */
export function AccessRequestWords({
  request: { name, email, text },
}: {
  request: Pick<AccessRequest, 'name' | 'email' | 'text'>
}) {
  return (
    <>
      <Typography>
        {name}, {email}
      </Typography>
      {text && <Typography sx={{ whiteSpace: 'pre-line', my: 0.5 }}>{text}</Typography>}
    </>
  )
}

/** A request that is not found was decided elsewhere. */
export function accessOutcome({ error }: { error?: ApiFailure }, message: string): ActionOutcome {
  return okOrNotFound(error) ? { isDone: true, message } : { isDone: false, message: actionFailure(error) }
}

/** «9 мая». */
export const DAY_OF_REQUEST = new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'long' })
