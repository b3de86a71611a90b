import Button from '@mui/material/Button'
import type { AccessRequest } from '@contract/access'
import { useDecideOnAccessMutation } from '@client/api/access-api'
import { errorText } from '@client/api/errors'
import { ConfirmButton } from '@client/ui/ConfirmButton'
import { passFocusUp } from '@client/ui/focus'
import { useToast } from '@client/ui/toasts'
import { ACCESS_FAILED, accessOutcome } from './access-outcome'

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
    if (error) toast.error(errorText(error, { fallback: ACCESS_FAILED }))
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
