import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { skipToken } from '@reduxjs/toolkit/query/react'
import { useEffect } from 'react'
import { useGetQrCodeQuery } from '@client/api/memorial-api'
import { Loading } from '@client/ui/Loading'
import { LoadFailed } from '@client/ui/LoadFailed'
import { useToast } from '@client/ui/toasts'
import { useInView } from '@client/ui/use-in-view'
import { Section } from '@client/ui/Section'

const QR_FAILED = 'Ошибка при загрузке QR-кода.'
const SIZE = 220

export interface QrCodeProps {
  memorialId: number
  isOwner: boolean
}

/** The QR code that opens the page. Everyone sees it, the owner can download it. */
export function QrCode({ memorialId, isOwner }: QrCodeProps) {
  const { ref, isInView } = useInView<HTMLDivElement>()
  const { data: picture, isError, refetch } = useGetQrCodeQuery(isInView ? memorialId : skipToken)
  useToastOn(isError, QR_FAILED)

  return (
    <Section title="QR-код">
      <div ref={ref}>
        {isError && <LoadFailed onRetry={() => void refetch()}>{QR_FAILED}</LoadFailed>}
        {!picture && !isError && (
          <Loading>
            <Skeleton animation={false} variant="rounded" sx={{ width: SIZE, height: SIZE, mx: 'auto' }} />
          </Loading>
        )}
        {picture && !isError && (
          <Box sx={{ display: 'grid', justifyItems: 'center', gap: 2 }}>
            <img src={picture} width={SIZE} height={SIZE} alt="QR-код, который открывает эту страницу" />
            <Box sx={{ maxWidth: '48ch' }}>
              <Typography color="textSecondary" sx={{ textWrap: 'balance' }}>
                Наведите на него камеру телефона, и откроется эта страница. Код можно разместить на памятнике.
              </Typography>
              {isOwner && (
                <Button
                  component="a"
                  href={picture}
                  download={`qr-${memorialId}.png`}
                  variant="outlined"
                  startIcon={<DownloadIcon />}
                  sx={{ mt: 2 }}
                >
                  Скачать QR-код
                </Button>
              )}
            </Box>
          </Box>
        )}
      </div>
    </Section>
  )
}

function useToastOn(isError: boolean, text: string): void {
  const toast = useToast()
  useEffect(() => {
    if (isError) toast.error(text)
  }, [isError, text, toast])
}
