import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { FACTOR_RECOVERY_HOURS } from '@contract/retention'
import { useAskFactorRecoveryMutation } from '@client/api/factor-api'
import { errorText } from '@client/api/errors'
import { type ActionOutcome, ConfirmButton } from '@client/ui/ConfirmButton'

const DAYS = FACTOR_RECOVERY_HOURS / 24
const ASKED = `Мы отправили вам письмо. Если никто не отменит просьбу, через ${DAYS} суток придёт ещё одно, со ссылкой: по ней вы снова войдёте с одним паролем.`
const FAILED = 'Не удалось отправить просьбу. Пожалуйста, попробуйте позже.'

/** For holders who have neither the device nor recovery codes: a letter opens the account after three days. */
export function LostFactors({ ticket, onStartAgain }: { ticket: string; onStartAgain: () => void }) {
  const [ask] = useAskFactorRecoveryMutation()
  const [isAsked, setAsked] = useState(false)

  async function act(): Promise<ActionOutcome> {
    const { error } = await ask({ ticket })
    if (error) return { isDone: false, message: errorText(error, { fallback: FAILED }) }
    setAsked(true)
    return { isDone: true, message: 'Письмо отправлено' }
  }

  if (isAsked) {
    return (
      <Alert
        role="status"
        severity="success"
        variant="outlined"
        action={<Button onClick={onStartAgain}>Понятно</Button>}
      >
        {ASKED}
      </Alert>
    )
  }
  return (
    <ConfirmButton
      variant="text"
      label="Ничего этого у меня больше нет"
      progressText="Отправляем..."
      isDestructive={false}
      questions={[
        {
          title: 'Вернуть доступ через почту?',
          text: `Мы сразу напишем на адрес учётной записи, чтобы никто не сделал этого без вас. Через ${DAYS} суток придёт второе письмо со ссылкой: она уберёт все дополнительные способы входа, и вы войдёте с одним паролем.`,
          confirmLabel: 'Отправить письмо',
        },
      ]}
      action={act}
    />
  )
}
