import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { object, type ObjectSchema } from 'yup'
import { FACTOR_BAD_TICKET } from '@contract/errors'
import { codeSchema, type FactorKind, type FactorProof } from '@contract/factors'
import { lineOfText, REQUIRED } from '@contract/fields'
import { FACTOR_RECOVERY_HOURS } from '@contract/retention'
import { useAskFactorRecoveryMutation, useLoginByFactorMutation } from '@client/api/factor-api'
import { type ApiFailure, errorDetail, errorText, formFailure } from '@client/api/errors'
import { useHasPasskeys } from '@client/lib/passkeys'
import { type ActionOutcome, ConfirmButton } from '@client/ui/ConfirmButton'
import { focusFirstField, Form, FormAlert, type FormFailure, FormStack } from '@client/ui/form/Form'
import { SubmitButton } from '@client/ui/form/SubmitButton'
import { TextField } from '@client/ui/form/TextField'
import { useToast } from '@client/ui/toasts'
import { useShownPasskey } from './PasskeyLogin'

const FAILED = 'Не удалось войти. Пожалуйста, попробуйте позже.'
const RECOVERY_CODE = 'Код восстановления'
const recoverySchema = object({ recovery_code: lineOfText(RECOVERY_CODE, 40).required(REQUIRED(RECOVERY_CODE)) })

interface SecondStepProps {
  ticket: string
  kinds: readonly FactorKind[]
  onStartAgain: () => void
}

/** Asks for the second factor of an account: a passkey, a one-time code or a recovery code. */
export function SecondStep({ ticket, kinds, onStartAgain }: SecondStepProps) {
  const [logIn] = useLoginByFactorMutation()
  const [isRecovery, setRecovery] = useState(false)
  const toast = useToast()
  const hasCodes = kinds.includes('code')

  async function send(proof: Partial<FactorProof>): Promise<ApiFailure> {
    const { error } = await logIn({ ticket, ...proof })
    const detail = errorDetail(error)
    if (typeof detail === 'object' && 'code' in detail && detail.code === FACTOR_BAD_TICKET) {
      toast.error(detail.reason)
      onStartAgain()
    }
    return error
  }

  async function enter(proof: Partial<FactorProof>): Promise<FormFailure | undefined> {
    const error = await send(proof)
    return error && { ...formFailure(error, { fallback: FAILED }), cleared: Object.keys(proof) }
  }

  return (
    <Box sx={{ mt: 4, display: 'grid', gap: 3, justifyItems: 'start' }}>
      {kinds.includes('passkey') && !isRecovery && <PasskeyButton send={send} />}
      {hasCodes && !isRecovery && (
        <OneField
          key="code"
          name="code"
          label="Код из приложения"
          hint="Шесть цифр, которые сейчас показывает приложение на вашем телефоне."
          schema={codeSchema}
          onSubmit={enter}
        />
      )}
      {isRecovery && (
        <OneField
          key="recovery"
          name="recovery_code"
          label={RECOVERY_CODE}
          hint="Один из десяти кодов, которые вы сохранили. Каждый подходит один раз."
          schema={recoverySchema}
          onSubmit={enter}
        />
      )}
      <Box sx={OTHER_WAYS}>
        <Button onClick={() => setRecovery(!isRecovery)}>
          {isRecovery ? 'Вернуться к обычному способу' : 'Ввести код восстановления'}
        </Button>
        <LostFactors ticket={ticket} onStartAgain={onStartAgain} />
        <Button onClick={onStartAgain}>Войти с другим адресом</Button>
      </Box>
    </Box>
  )
}

function PasskeyButton({ send }: { send: (proof: Partial<FactorProof>) => Promise<ApiFailure> }) {
  const hasPasskeys = useHasPasskeys()
  const askForPasskey = useShownPasskey()
  const [isBusy, setBusy] = useState(false)
  const toast = useToast()

  async function enter(): Promise<void> {
    if (isBusy) return
    setBusy(true)
    const { passkey, problem } = await askForPasskey()
    const error = passkey && (await send({ passkey }))
    if (problem ?? error) toast.error(problem ?? formFailure(error, { fallback: FAILED }).message)
    setBusy(false)
  }

  if (!hasPasskeys) return <Box>Этот браузер не умеет показывать ключи доступа. Откройте сайт в другом.</Box>
  return (
    <Button
      variant="contained"
      size="large"
      aria-disabled={isBusy}
      onClick={() => void enter()}
      sx={{ width: { xs: '100%', sm: 'auto' } }}
    >
      {isBusy ? 'Ждём ключ...' : 'Показать ключ доступа'}
    </Button>
  )
}

/** Aligned with the fields. */
const OTHER_WAYS = { display: 'grid', justifyItems: 'start', gap: 0.5, ml: -2 } as const

interface OneFieldProps<Name extends 'code' | 'recovery_code'> {
  name: Name
  label: string
  hint: string
  schema: ObjectSchema<Record<Name, string>>
  onSubmit: (proof: Record<Name, string>) => Promise<FormFailure | undefined>
}

function OneField<Name extends 'code' | 'recovery_code'>({ name, label, hint, schema, onSubmit }: OneFieldProps<Name>) {
  return (
    <Box ref={focusFirstField} sx={{ width: '100%' }}>
      <Form initialValues={{ [name]: '' } as Record<Name, string>} schema={schema} onSubmit={onSubmit}>
        <FormStack>
          <TextField
            name={name}
            label={label}
            hint={hint}
            inputMode={name === 'code' ? 'numeric' : undefined}
            autoComplete={name === 'code' ? 'one-time-code' : 'off'}
            autoCapitalize="none"
            required
          />
          <FormAlert />
          <Box>
            <SubmitButton progressText="Входим...">Войти</SubmitButton>
          </Box>
        </FormStack>
      </Form>
    </Box>
  )
}

const DAYS = FACTOR_RECOVERY_HOURS / 24
const ASKED = `Мы отправили вам письмо. Если никто не отменит просьбу, через ${DAYS} суток придёт ещё одно, со ссылкой: по ней вы снова войдёте с одним паролем.`
const RECOVERY_FAILED = 'Не удалось отправить просьбу. Пожалуйста, попробуйте позже.'

/** For holders who have neither the device nor recovery codes: a letter opens the account after three days. */
function LostFactors({ ticket, onStartAgain }: { ticket: string; onStartAgain: () => void }) {
  const [ask] = useAskFactorRecoveryMutation()
  const [isAsked, setAsked] = useState(false)

  async function act(): Promise<ActionOutcome> {
    const { error } = await ask({ ticket })
    if (error) return { isDone: false, message: errorText(error, { fallback: RECOVERY_FAILED }) }
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
