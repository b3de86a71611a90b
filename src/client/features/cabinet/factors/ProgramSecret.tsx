import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useEffect, useState } from 'react'
import type { NewCodeFactor } from '@contract/factors'
import { typeset } from '@contract/typeset'

const SIZE = 220
const GROUP = /.{4}/g
const HOW = 'Откройте приложение для кодов, выберите «Добавить» и наведите камеру на этот QR-код.'
const BY_HAND = 'Камеры нет? Введите в приложении этот ключ:'

/** The secret for an authenticator app: as a QR code, as text, and as a link for an app on this device. */
export function ProgramSecret({ program: { otpauth_url: url, secret } }: { program: NewCodeFactor }) {
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
