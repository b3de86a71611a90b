import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useEffect, useState } from 'react'
import {
  type Code,
  codeSchema,
  type FactorName,
  factorNameSchema,
  type NewCodeFactor,
  type RecoveryCodes,
} from '@contract/factors'
import { typeset } from '@contract/typeset'
import { useAddCodeMutation, useConfirmCodeMutation } from '@client/api/factor-api'
import { formFailure } from '@client/api/errors'
import type { FormFailure } from '@client/ui/form/Form'
import { TextField } from '@client/ui/form/TextField'
import { useToast } from '@client/ui/toasts'
import { type Disclosure, Setting, SettingForm } from '../Setting'

const FAILED = 'Не удалось подключить коды. Пожалуйста, попробуйте позже.'
const WRONG_CODE = 'Код не подошёл. Проверьте, что на телефоне верное время, и введите новый код.'
const DONE = 'Одноразовые коды подключены'

/** Connects an authenticator app: its name, then the QR code, then the first code. */
export function CodeSetting({
  onConfirmed,
  ...disclosure
}: Disclosure & { onConfirmed: (codes: RecoveryCodes) => void }) {
  const [add] = useAddCodeMutation()
  const [confirm] = useConfirmCodeMutation()
  const [codeFactor, setCodeFactor] = useState<NewCodeFactor>()
  const [done, setDone] = useState<string>()
  const toast = useToast()

  async function begin(name: FactorName): Promise<FormFailure | undefined> {
    const { data, error } = await add(name)
    setCodeFactor(data)
    return data ? undefined : formFailure(error, { fallback: FAILED })
  }

  async function finish({ code }: Code): Promise<FormFailure | undefined> {
    if (!codeFactor) return undefined
    const { data, error } = await confirm({ id: codeFactor.id, code })
    if (!data) {
      const failure = formFailure(error, { fallback: FAILED, codes: { FACTOR_BAD_CODE: WRONG_CODE } })
      return { ...failure, cleared: ['code'] }
    }
    toast.success(DONE)
    setDone(`${DONE}. При входе мы спросим код после пароля.`)
    close()
    onConfirmed(data)
    return undefined
  }

  function close(): void {
    setCodeFactor(undefined)
    disclosure.onClose()
  }

  return (
    <Setting
      {...disclosure}
      title="Одноразовые коды"
      description="После пароля мы спросим шесть цифр, которые показывает приложение на вашем телефоне. Подойдёт любое приложение для кодов входа, например «Яндекс Ключ»."
      openLabel="Подключить коды"
      done={done}
      onOpen={() => {
        setDone(undefined)
        setCodeFactor(undefined)
        disclosure.onOpen()
      }}
    >
      {codeFactor ? (
        <SettingForm
          key="code"
          initialValues={{ code: '' }}
          schema={codeSchema}
          onSubmit={finish}
          onCancel={close}
          submitLabel="Подключить"
          progressText="Проверяем..."
        >
          <AppSecret codeFactor={codeFactor} />
          <TextField name="code" label="Код из приложения" inputMode="numeric" autoComplete="one-time-code" required />
        </SettingForm>
      ) : (
        <SettingForm
          key="name"
          initialValues={{ name: '' }}
          schema={factorNameSchema}
          onSubmit={begin}
          onCancel={close}
          submitLabel="Продолжить"
          progressText="Готовим..."
        >
          <TextField name="name" label="Название" hint="Чтобы узнать его в списке: «Мой телефон»." required />
        </SettingForm>
      )}
    </Setting>
  )
}

const SIZE = 220
const GROUP = /.{4}/g
const HOW = 'Откройте приложение для кодов, выберите «Добавить» и наведите камеру на этот QR-код.'
const BY_HAND = 'Камеры нет? Введите в приложении этот ключ:'

/** The secret for an authenticator app: as a QR code, as text, and as a link for an app on this device. */
function AppSecret({ codeFactor: { otpauth_url: url, secret } }: { codeFactor: NewCodeFactor }) {
  const picture = useQrCode(url)
  return (
    <Box sx={{ display: 'grid', gap: 2, justifyItems: 'start' }}>
      <Typography>{typeset(HOW)}</Typography>
      {picture ? (
        <Box
          component="img"
          src={picture}
          width={SIZE}
          height={SIZE}
          alt="QR-код для приложения с кодами"
          sx={{ backgroundColor: '#fff' }}
        />
      ) : (
        <Skeleton animation={false} variant="rounded" sx={{ width: SIZE, height: SIZE }} />
      )}
      <Typography color="textSecondary">
        {typeset(BY_HAND)}{' '}
        <Box component="span" sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere', color: 'text.primary' }}>
          {secret.match(GROUP)?.join(' ')}
        </Box>
      </Typography>
      <Link href={url} sx={{ display: 'inline-block', py: 1 }}>
        Приложение на этом же телефоне? Откройте его по ссылке
      </Link>
    </Box>
  )
}

/** Drawn in the browser: the secret is not sent anywhere. */
function useQrCode(text: string): string | undefined {
  const [picture, setPicture] = useState<string>()
  useEffect(() => {
    let isAwaited = true
    void import('qr').then(({ default: encodeQR }) => {
      const svg = encodeQR(text, 'svg', { border: 4 })
      if (isAwaited) setPicture(`data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`)
    })
    return () => {
      isAwaited = false
    }
  }, [text])
  return picture
}
