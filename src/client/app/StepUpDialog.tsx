import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MuiLink from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { type Confirmation, confirmationSchema } from '@contract/auth'
import { codeSchema } from '@contract/factors'
import { paths } from '@contract/paths'
import { typeset } from '@contract/typeset'
import { useConfirmAccountMutation } from '@client/api/auth-api'
import { type ApiFailure, errorStatus, formFailure } from '@client/api/errors'
import { useGetFactorsQuery } from '@client/api/factor-api'
import { useShownPasskey } from '@client/features/account/second-step/PasskeyLogin'
import { useHasPasskeys } from '@client/lib/passkeys'
import { useAccount } from '@client/store/use-account'
import { DialogFormButtons, FormDialog } from '@client/ui/form/FormDialog'
import { focusFirstField, Form, FormAlert, type FormFailure, FormStack } from '@client/ui/form/Form'
import { PasswordField } from '@client/ui/form/PasswordField'
import { TextField } from '@client/ui/form/TextField'

const WRONG_PROOF_STATUS = 400
const FAILED = 'Не получилось проверить. Пожалуйста, попробуйте ещё раз.'
const PASSKEY_REFUSED = 'Этот ключ доступа не подошёл. Выберите другой способ.'

interface StepUpDialogProps {
  onConfirmed: () => void
  onClose: () => void
}

/** Asks the account holder for confirmation before an irreversible action: the device may be in other hands. */
export function StepUpDialog({ onConfirmed, onClose }: StepUpDialogProps) {
  const textId = useId()
  const [confirm] = useConfirmAccountMutation()
  const kinds = useFactorKinds()
  const [way, setWay] = useState<'password' | 'code'>('password')
  const passkey = usePasskeyProof(send)

  async function send(proof: Confirmation): Promise<ApiFailure> {
    const { error } = await confirm(proof)
    if (!error) onConfirmed()
    return error
  }

  /** The form's message for a refused proof, which can then be tried again. */
  function sendBy(field: 'password' | 'code', wrong: string) {
    return async (proof: Confirmation): Promise<FormFailure | undefined> => {
      const error = await send(proof)
      if (!error) return undefined
      const failure = formFailure(error, { codes: { LOGIN_BAD_CREDENTIALS: wrong }, fallback: FAILED })
      const isWrong = errorStatus(error) === WRONG_PROOF_STATUS
      return isWrong ? { ...failure, fields: { [field]: failure.message }, cleared: [field] } : failure
    }
  }

  const otherWays = (
    <Box sx={OTHER_WAYS}>
      {kinds.includes('passkey') && (
        <Button aria-disabled={passkey.isBusy} onClick={() => void passkey.show()}>
          {passkey.isBusy ? 'Ждём ключ...' : 'Подтвердить ключом'}
        </Button>
      )}
      {way === 'code' && <Button onClick={() => setWay('password')}>Ввести пароль</Button>}
      {way === 'password' && kinds.includes('code') && <Button onClick={() => setWay('code')}>Ввести код</Button>}
      {passkey.problem && (
        <Alert severity="error" variant="outlined" sx={{ my: 1 }}>
          {passkey.problem}
        </Alert>
      )}
    </Box>
  )

  return (
    <FormDialog title="Подтвердите, что это вы" onClose={onClose} aria-describedby={textId} maxWidth="xs">
      <Typography id={textId} sx={{ mb: 2 }}>
        {typeset(
          `Это важное действие, и мы хотим быть уверены, что его совершаете вы. Введите, пожалуйста, ${way === 'code' ? 'код' : 'пароль'}. Следующие десять минут мы не будем спрашивать снова.`,
        )}
      </Typography>
      <div key={way} ref={focusFirstField}>
        {way === 'password' ? (
          <PasswordProof onSubmit={sendBy('password', 'Неверный пароль')} onClose={onClose} otherWays={otherWays} />
        ) : (
          <CodeProof onSubmit={sendBy('code', 'Код не подошёл')} onClose={onClose} otherWays={otherWays} />
        )}
      </div>
    </FormDialog>
  )
}

/** The second factors of the account, as far as this browser supports them. The password is always available. */
function useFactorKinds() {
  const hasPasskeys = useHasPasskeys()
  const { data: factors } = useGetFactorsQuery()
  return (factors?.result ?? []).map(({ kind }) => kind).filter((kind) => kind !== 'passkey' || hasPasskeys)
}

/** Proves a passkey with the browser's own dialog. */
function usePasskeyProof(send: (proof: Confirmation) => Promise<ApiFailure>) {
  const askForPasskey = useShownPasskey()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function show(): Promise<void> {
    if (isBusy) return
    setBusy(true)
    setProblem(undefined)
    const shown = await askForPasskey()
    const error = shown.passkey && (await send({ passkey: shown.passkey }))
    const refused = error && formFailure(error, { codes: { LOGIN_BAD_CREDENTIALS: PASSKEY_REFUSED }, fallback: FAILED })
    setProblem(shown.problem ?? refused?.message)
    setBusy(false)
  }

  return { show, isBusy, problem }
}

/** Aligns their text with the field. */
const OTHER_WAYS = { display: 'grid', justifyItems: 'start', ml: -2.5, '&:empty': { display: 'none' } } as const

/** A one-time code, in the dialog that confirms the account holder. */
function CodeProof({ onSubmit, onClose, otherWays }: ProofProps) {
  return (
    <Form initialValues={{ code: '' }} schema={codeSchema} onSubmit={onSubmit}>
      <FormStack>
        <TextField
          name="code"
          label="Код из приложения"
          hint="Шесть цифр, которые сейчас показывает приложение на вашем телефоне."
          inputMode="numeric"
          autoComplete="one-time-code"
          autoCapitalize="none"
          required
        />
        {otherWays}
        <FormAlert />
        <DialogFormButtons onCancel={onClose} progressText="Проверяем...">
          Подтвердить
        </DialogFormButtons>
      </FormStack>
    </Form>
  )
}

interface ProofProps {
  onSubmit: (proof: Confirmation) => Promise<FormFailure | undefined>
  onClose: () => void
  otherWays: ReactNode
}

/** The account's password, in the dialog that confirms the account holder. */
function PasswordProof({ onSubmit, onClose, otherWays }: ProofProps) {
  const { user } = useAccount()
  return (
    <Form initialValues={{ password: '' }} schema={confirmationSchema} onSubmit={onSubmit}>
      <FormStack>
        {/* Tells password managers to which account the password belongs. */}
        <input hidden readOnly type="text" autoComplete="username" value={user?.email ?? ''} />
        <PasswordField name="password" label="Пароль" autoComplete="current-password" />
        <MuiLink component={Link} to={paths.forgotPassword} onClick={onClose} sx={{ alignSelf: 'flex-start' }}>
          Забыли пароль?
        </MuiLink>
        {otherWays}
        <FormAlert />
        <DialogFormButtons onCancel={onClose} progressText="Проверяем...">
          Подтвердить
        </DialogFormButtons>
      </FormStack>
    </Form>
  )
}
