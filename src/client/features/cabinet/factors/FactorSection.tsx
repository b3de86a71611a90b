import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { type Factor, type FactorName, factorNameSchema, type RecoveryCodes } from '@contract/factors'
import { PROTECTION_ANCHOR } from '@contract/paths'
import { CODES, counted } from '@contract/plurals'
import { typeset } from '@contract/typeset'
import { errorStatus, errorText, formFailure, okOrNotFound } from '@client/api/errors'
import {
  useAddPasskeyMutation,
  useBeginPasskeyMutation,
  useGetFactorsQuery,
  useMakeRecoveryCodesMutation,
  useRemoveFactorMutation,
} from '@client/api/factor-api'
import { FOCUS_AREA, focusInPlace } from '@client/ui/focus'
import { LoadFailed, Loading } from '@client/ui/Loading'
import { Section } from '@client/ui/Page'
import { makePasskey, passkeyFailure, useHasPasskeys } from '@client/lib/passkeys'
import { printText } from '@client/lib/print-text'
import { type ActionOutcome, ConfirmButton } from '@client/ui/ConfirmButton'
import type { FormFailure } from '@client/ui/form/Form'
import { TextField } from '@client/ui/form/TextField'
import { useSettings } from '@client/ui/settings'
import { useToast } from '@client/ui/toasts'
import { type Disclosure, Setting, SettingForm } from '../Setting'
import { whenUsed } from '../sessions/session-texts'
import { CodeSetting } from './CodeSetting'

const PURPOSE =
  'Пароль можно подсмотреть или выманить. Если подключить второй способ входа, одного пароля чужому человеку не хватит.'
const LOAD_FAILED = 'Не удалось узнать, как вы входите.'

type SettingName = 'passkey' | 'code'

/** The second factors of the account: passkeys, one-time codes and recovery codes. */
export function FactorSection() {
  return (
    <Section id={PROTECTION_ANCHOR} spacing="medium" title="Защита входа">
      <Box {...FOCUS_AREA} sx={{ ...FOCUS_AREA.sx, maxWidth: 640 }}>
        <Typography color="textSecondary" sx={{ mb: 3 }}>
          {typeset(PURPOSE)}
        </Typography>
        <Factors />
      </Box>
    </Section>
  )
}

function Factors() {
  const { data, isError, refetch } = useGetFactorsQuery()
  const hasPasskeys = useHasPasskeys()
  const [openSetting, setOpenSetting] = useState<SettingName>()
  /** Shown until the holder confirms that they are written down. */
  const [codes, setCodes] = useState<string[]>()

  if (isError && !data) return <LoadFailed onRetry={() => void refetch()}>{LOAD_FAILED}</LoadFailed>
  if (!data) return <FactorsLoading />

  const disclosureOf = (name: SettingName): Disclosure => ({
    isOpen: openSetting === name,
    onOpen: () => setOpenSetting(name),
    onClose: () => setOpenSetting(undefined),
  })
  const show = ({ recovery_codes }: RecoveryCodes) => setCodes(recovery_codes.length > 0 ? recovery_codes : undefined)
  const { result: factors, recovery_codes_left: codesLeft } = data

  return (
    <>
      {codes && <NewRecoveryCodes codes={codes} onSaved={() => setCodes(undefined)} />}
      {factors.length > 0 && (
        <>
          <Box component="ul" aria-label="Подключённые способы входа" sx={LIST}>
            {factors.map((factor) => (
              <FactorItem key={factor.id} factor={factor} isLast={factors.length === 1} />
            ))}
          </Box>
          {!codes && <RecoveryCodesPart left={codesLeft} onMade={show} />}
        </>
      )}
      {hasPasskeys && <PasskeySetting {...disclosureOf('passkey')} />}
      <CodeSetting onConfirmed={show} {...disclosureOf('code')} />
    </>
  )
}

function FactorsLoading() {
  return (
    <Loading>
      <Skeleton animation={false} variant="rounded" height={240} />
    </Loading>
  )
}

const LIST = { m: 0, p: 0, listStyle: 'none', '& > li': { py: 2, borderTop: 1, borderColor: 'divider' } } as const

const KINDS: Record<Factor['kind'], string> = { passkey: 'Ключ доступа', code: 'Одноразовые коды' }
const FAILED = 'Не удалось удалить. Пожалуйста, попробуйте позже.'

/** One factor, and a button that removes it. */
function FactorItem({ factor, isLast }: { factor: Factor; isLast: boolean }) {
  const [remove] = useRemoveFactorMutation()
  const { id, kind, name, created_at: created, last_used_at: used } = factor

  async function act(): Promise<ActionOutcome> {
    const { error } = await remove(id)
    if (okOrNotFound(error)) return { isDone: true, message: 'Способ входа удалён' }
    if (errorStatus(error) === 401) return { isDone: false }
    return { isDone: false, message: errorText(error, { fallback: FAILED }) }
  }

  return (
    <Box component="li" sx={ROW}>
      <Box sx={{ flex: '1 1 260px', minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography variant="subtitle2" component="h3">
          {name}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {KINDS[kind]}. Подключён: {whenUsed(created)}.{' '}
          {used ? `Последний вход: ${whenUsed(used)}.` : 'Входа ещё не было.'}
        </Typography>
      </Box>
      <ConfirmButton
        label="Удалить"
        fullLabel={`Удалить: ${name}`}
        questions={[
          {
            title: 'Удалить этот способ входа?',
            text: isLast
              ? `«${name}» — последний дополнительный способ. Без него для входа хватит одного пароля, а коды восстановления перестанут действовать.`
              : `Войти с «${name}» больше не получится. Остальные способы останутся.`,
          },
        ]}
        action={act}
      />
    </Box>
  )
}

const ROW = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 1.5 } as const

const NONE =
  'Кодов восстановления у вас пока нет. Сделайте их и сохраните: с ними вы войдёте, даже если телефон потеряется или сломается.'
const RECOVERY_CODES_FAILED = 'Не удалось сделать коды. Пожалуйста, попробуйте позже.'

/** How many recovery codes are left, and a button that generates new ones. */
function RecoveryCodesPart({ left, onMade }: { left: number; onMade: (codes: RecoveryCodes) => void }) {
  const [make] = useMakeRecoveryCodesMutation()

  async function act(): Promise<ActionOutcome> {
    const { data, error } = await make()
    if (!data) return { isDone: false, message: errorText(error, { fallback: RECOVERY_CODES_FAILED }) }
    onMade(data)
    return { isDone: true }
  }

  return (
    <Box sx={{ py: 2, borderTop: 1, borderColor: 'divider' }}>
      <Typography variant="h3">Коды восстановления</Typography>
      <Typography color="textSecondary" sx={{ mt: 1, mb: 2 }}>
        {typeset(
          left > 0 ? `Осталось: ${counted(left, CODES)}. Каждый подходит один раз, если телефона нет под рукой.` : NONE,
        )}
      </Typography>
      <ConfirmButton
        label={left > 0 ? 'Сделать новые коды' : 'Сделать коды'}
        progressText="Делаем..."
        isDestructive={false}
        questions={[
          {
            title: 'Сделать коды восстановления?',
            text: 'Мы покажем десять кодов один раз. Прежние, если они были, перестанут действовать.',
          },
        ]}
        action={act}
      />
    </Box>
  )
}

const ADVICE =
  'Сохраните эти коды: перепишите или распечатайте и положите к важным бумагам. Больше мы их не покажем. Каждый код подходит один раз, если телефон потерялся или сломался.'

interface NewRecoveryCodesProps {
  codes: readonly string[]
  /** Called when the holder confirms that the codes are written down. */
  onSaved: () => void
}

/** New recovery codes, which are shown only once. */
function NewRecoveryCodes({ codes, onSaved }: NewRecoveryCodesProps) {
  const { siteName } = useSettings()
  const toast = useToast()

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      toast.success('Коды скопированы')
    } catch {
      toast.error('Не удалось скопировать. Выделите коды и скопируйте их сами.')
    }
  }

  return (
    <Alert severity="warning" variant="outlined" icon={false} sx={{ mb: 3, '& .MuiAlert-message': { width: '100%' } }}>
      <Typography variant="h3" tabIndex={-1} ref={focusInPlace}>
        Коды восстановления
      </Typography>
      <Typography sx={{ mt: 1 }}>{typeset(ADVICE)}</Typography>
      <Box component="ul" aria-label="Коды восстановления" sx={CODE_GRID}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        <Button variant="contained" onClick={() => void copy()}>
          Скопировать
        </Button>
        <Button variant="outlined" onClick={() => printText(`Коды восстановления: ${siteName}`, codes)}>
          Распечатать
        </Button>
        <Button onClick={onSaved}>Коды сохранены</Button>
      </Box>
    </Alert>
  )
}

const CODE_GRID = {
  my: 2,
  p: 0,
  listStyle: 'none',
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(160px, 1fr))',
  columnGap: 2,
  rowGap: 0.5,
  fontFamily: 'monospace',
  fontSize: 18,
} as const

const PASSKEY_FAILED = 'Не удалось подключить ключ доступа. Пожалуйста, попробуйте позже.'
const PASSKEY_ADDED = 'Ключ доступа подключён'

/** Adds a passkey with the browser's own dialog. */
function PasskeySetting(disclosure: Disclosure) {
  const [begin] = useBeginPasskeyMutation()
  const [add] = useAddPasskeyMutation()
  const [done, setDone] = useState<string>()
  const toast = useToast()

  async function connect({ name }: FactorName): Promise<FormFailure | undefined> {
    const challenge = await begin()
    if (!challenge.data) return formFailure(challenge.error, { fallback: PASSKEY_FAILED })
    try {
      const response = await makePasskey(challenge.data)
      const { error } = await add({ challenge_id: challenge.data.challenge_id, name, response })
      if (error) return formFailure(error, { fallback: PASSKEY_FAILED })
    } catch (error) {
      return { message: passkeyFailure(error) }
    }
    toast.success(PASSKEY_ADDED)
    setDone(`${PASSKEY_ADDED}. На странице входа нажмите «Вход по ключу доступа»: пароль не понадобится.`)
    disclosure.onClose()
    return undefined
  }

  return (
    <Setting
      {...disclosure}
      title="Ключ доступа"
      description="Вход по отпечатку пальца, лицу или коду, которым вы разблокируете телефон или компьютер. Самый простой и надёжный способ: пароль вводить не нужно."
      openLabel="Подключить ключ доступа"
      done={done}
      onOpen={() => {
        setDone(undefined)
        disclosure.onOpen()
      }}
    >
      <SettingForm
        initialValues={{ name: '' }}
        schema={factorNameSchema}
        onSubmit={connect}
        onCancel={disclosure.onClose}
        submitLabel="Продолжить"
        progressText="Ждём ключ..."
      >
        <TextField name="name" label="Название" hint="Чтобы узнать его в списке: «Мой телефон», «Ноутбук»." required />
      </SettingForm>
    </Setting>
  )
}
