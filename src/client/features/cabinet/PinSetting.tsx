import Link from '@mui/material/Link'
import { useState } from 'react'
import { PIN_ANCHOR } from '@contract/paths'
import {
  PIN_MAX_LENGTH,
  PIN_MIN_LENGTH,
  type PinChange,
  pinChangeSchema,
  type PinChoice,
  type PinReset,
  pinResetSchema,
  pinSchema,
} from '@contract/user'
import { formFailure } from '@client/api/errors'
import { useChangePinMutation, useResetPinWithPasswordMutation, useSetPinMutation } from '@client/api/user-api'
import type { FormFailure } from '@client/ui/form/Form'
import { SecretField } from '@client/ui/form/PasswordField'
import { useToast } from '@client/ui/toasts'
import {
  confirmationTexts,
  CurrentPassword,
  type Disclosure,
  Setting,
  SettingForm,
  type SettingFormEvents,
} from './Setting'

const PURPOSE =
  'PIN-код открывает ваши закрытые мемориалы тем, кому вы его сообщите. Если его сменить, прежний код больше ничего не откроет, даже тем, кто уже вошёл по нему.'
const PIN_SET = 'PIN-код установлен'
const PIN_CHANGED = 'PIN-код изменён'

interface PinSettingProps extends Disclosure {
  email: string
  hasPin: boolean
}

/** Sets, changes or replaces the PIN of the account's closed memorials. */
export function PinSetting({ email, hasPin, ...disclosure }: PinSettingProps) {
  const [done, setDone] = useState<string>()
  const toast = useToast()

  const finishWith = (message: string, consequence: string) => () => {
    toast.success(message)
    setDone(`${message}. ${consequence}`)
    disclosure.onClose()
  }

  return (
    <Setting
      {...disclosure}
      id={PIN_ANCHOR}
      title="PIN-код"
      description={PURPOSE}
      openLabel={hasPin ? 'Изменить PIN-код' : 'Установить PIN-код'}
      done={done}
      onOpen={() => {
        setDone(undefined)
        disclosure.onOpen()
      }}
    >
      {hasPin ? (
        <PinReplacement
          email={email}
          onDone={finishWith(PIN_CHANGED, 'Прежний больше ничего не открывает.')}
          onCancel={disclosure.onClose}
        />
      ) : (
        <PinSetForm
          onDone={finishWith(PIN_SET, 'Сообщите его тем, кому хотите открыть закрытые мемориалы.')}
          onCancel={disclosure.onClose}
        />
      )}
    </Setting>
  )
}

const NOTHING_TYPED: PinChoice = { pin_code: '' }
const FAILED = 'PIN-код не установлен. Пожалуйста, попробуйте позже.'

/** The first PIN of an account. */
function PinSetForm({ onDone, onCancel }: SettingFormEvents) {
  const [setPin] = useSetPinMutation()

  async function set(choice: PinChoice): Promise<FormFailure | undefined> {
    const { error } = await setPin(choice)
    if (error) return formFailure(error, { fallback: FAILED })
    onDone()
    return undefined
  }

  return (
    <SettingForm initialValues={NOTHING_TYPED} schema={pinSchema} onSubmit={set} onCancel={onCancel}>
      <PinField name="pin_code" label="PIN-код" hint={PIN_HINT} />
    </SettingForm>
  )
}

/** Changes the PIN, confirmed by the old PIN or, if that is forgotten, by the password. */
function PinReplacement({ email, ...events }: SettingFormEvents & { email: string }) {
  const [isForgotten, setForgotten] = useState(false)
  if (isForgotten) return <PinResetForm {...events} email={email} onRemembered={() => setForgotten(false)} />
  return <PinChangeForm {...events} onForgotten={() => setForgotten(true)} />
}

const CHANGE_BLANK: PinChange = { current_pin_code: '', new_pin_code: '' }

function PinChangeForm({ onDone, onCancel, onForgotten }: SettingFormEvents & { onForgotten: () => void }) {
  const [changePin] = useChangePinMutation()

  async function change(pins: PinChange): Promise<FormFailure | undefined> {
    const { error } = await changePin(pins)
    if (error) return formFailure(error, confirmationTexts('current_pin_code', PIN_UNCHANGED))
    onDone()
    return undefined
  }

  return (
    <SettingForm initialValues={CHANGE_BLANK} schema={pinChangeSchema} onSubmit={change} onCancel={onCancel}>
      <div>
        <PinField name="current_pin_code" label="Текущий PIN-код" />
        <SwitchFormLink onSwitch={onForgotten}>Не помню текущий PIN-код</SwitchFormLink>
      </div>
      <PinField name="new_pin_code" label="Новый PIN-код" hint={PIN_HINT} />
    </SettingForm>
  )
}

const RESET_BLANK: PinReset = { current_password: '', new_pin_code: '' }

interface PinResetFormProps extends SettingFormEvents {
  email: string
  onRemembered: () => void
}

/** For those who forgot their PIN: asks for the password of the account instead. */
function PinResetForm({ email, onDone, onCancel, onRemembered }: PinResetFormProps) {
  const [resetPin] = useResetPinWithPasswordMutation()

  async function reset(form: PinReset): Promise<FormFailure | undefined> {
    const { error } = await resetPin(form)
    if (error) return formFailure(error, confirmationTexts('current_password', PIN_UNCHANGED))
    onDone()
    return undefined
  }

  return (
    <SettingForm initialValues={RESET_BLANK} schema={pinResetSchema} onSubmit={reset} onCancel={onCancel}>
      <CurrentPassword email={email} />
      <PinField name="new_pin_code" label="Новый PIN-код" hint={PIN_HINT} />
      <SwitchFormLink onSwitch={onRemembered}>Я помню текущий PIN-код</SwitchFormLink>
    </SettingForm>
  )
}

/** Shows another form for the same purpose. */
function SwitchFormLink({ onSwitch, children }: { onSwitch: () => void; children: string }) {
  return (
    <div>
      <Link component="button" type="button" onClick={onSwitch} sx={{ font: 'inherit', textAlign: 'start', py: 1 }}>
        {children}
      </Link>
    </div>
  )
}

interface PinFieldProps {
  name: string
  label: string
  hint?: string
}

/**
 * The digits of a PIN. It looks like a password but is none: a password manager would offer to save it in place of the
 * account's.
 */
function PinField(props: PinFieldProps) {
  return (
    <SecretField
      {...props}
      isPassword={false}
      inputMode="numeric"
      autoComplete="off"
      showLabel="Показать цифры"
      clean={withoutSpaces}
    />
  )
}

function withoutSpaces(text: string): string {
  return text.replace(/\s/g, '')
}

const PIN_HINT = `От ${PIN_MIN_LENGTH} до ${PIN_MAX_LENGTH} цифр. Лучше шесть, и не год или дата: их угадывают первыми.`
const PIN_UNCHANGED = 'PIN-код не изменён'
