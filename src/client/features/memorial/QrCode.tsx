import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { skipToken } from '@reduxjs/toolkit/query/react'
import { useEffect, useState } from 'react'
import type { Memorial } from '@contract/memorial'
import { API_BASE_PATH, paths } from '@contract/paths'
import { typeset } from '@contract/typeset'
import { useGetQrCodeQuery } from '@client/api/memorial-api'
import { LoadFailed, Loading } from '@client/ui/Loading'
import { useSettings } from '@client/ui/settings'
import { useToast } from '@client/ui/toasts'
import { useInView } from '@client/ui/use-in-view'
import { Section } from '@client/ui/Page'
import { FileDownloadIcon } from '@client/ui/icons'
import { lazyChunk } from '@client/ui/lazy-chunk'
import { missingDialog } from '@client/ui/missing-dialog'

const QR_FAILED = 'Ошибка при загрузке QR-кода.'
const PURPOSE = 'Наведите на него камеру телефона, и откроется эта страница. Код можно разместить на памятнике.'
const SIZE = 220

export interface QrCodeProps {
  memorial: Memorial
  isKeeper: boolean
}

/**
 * The QR code that opens the page. Everyone sees it; keepers can download it, or a file for a plate. That of a closed page is asked
 * for by a script, which can send a token.
 */
export function QrCode({ memorial, isKeeper }: QrCodeProps) {
  const memorialId = memorial.id
  const { ref, isInView } = useInView<HTMLDivElement>()
  const { publicUrl } = useSettings()
  const isOpenToAll = memorial.public_status && memorial.closed_by === undefined
  const query = useGetQrCodeQuery(isInView && !isOpenToAll ? memorialId : skipToken)
  const [isBroken, setBroken] = useState(false)
  const picture = isOpenToAll ? `${API_BASE_PATH}/memorial/${memorialId}/qrcode` : query.data
  const isError = isOpenToAll ? isBroken : query.isError
  const retry = () => (isOpenToAll ? setBroken(false) : void query.refetch())
  useToastOn(isError, QR_FAILED)

  return (
    <Section title="QR-код">
      <div ref={ref}>
        {isError && <LoadFailed onRetry={retry}>{QR_FAILED}</LoadFailed>}
        {!picture && !isError && (
          <Loading>
            <Skeleton animation={false} variant="rounded" sx={{ width: SIZE, height: SIZE, mx: 'auto' }} />
          </Loading>
        )}
        {picture && !isError && (
          <Box sx={{ display: 'grid', justifyItems: 'center', gap: 2, breakInside: 'avoid' }}>
            {/* React sets attributes in this order, and a browser that sees `src` first starts to load it. */}
            <img
              loading="lazy"
              src={picture}
              width={SIZE}
              height={SIZE}
              alt="QR-код, который открывает эту страницу"
              onError={() => setBroken(true)}
            />
            <Box sx={{ maxWidth: '48ch' }}>
              <Typography sx={PRINTED}>{publicUrl + paths.memorial(memorialId)}</Typography>
              <Typography color="textSecondary" sx={SHOWN}>
                {typeset(PURPOSE)}
              </Typography>
              {isKeeper && (
                <Box sx={DOWNLOADS}>
                  <Button
                    component="a"
                    href={picture}
                    download={`qr-${memorialId}.png`}
                    variant="outlined"
                    startIcon={<FileDownloadIcon />}
                  >
                    Скачать QR-код
                  </Button>
                  <PlateButton memorial={memorial} />
                </Box>
              )}
            </Box>
          </Box>
        )}
      </div>
    </Section>
  )
}

const PRINTED = { display: 'none', '@media print': { display: 'block', fontSize: '10pt' } } as const
const SHOWN = { textWrap: 'balance', '@media print': { display: 'none' } } as const
const DOWNLOADS = {
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'center',
  gap: 1.5,
  mt: 2,
  '@media print': { display: 'none' },
} as const

function useToastOn(isError: boolean, text: string): void {
  const toast = useToast()
  useEffect(() => {
    if (isError) toast.error(text)
  }, [isError, text, toast])
}

/** Loaded when an owner first opens it. */
const PlateDialog = lazyChunk(async () => (await import('./plate/PlateDialog')).PlateDialog, {
  Missing: missingDialog('Не удалось открыть. Нажмите ещё раз или обновите страницу.'),
})

/** Opens the dialog that makes a file for a plate or a stone. */
function PlateButton({ memorial }: { memorial: Memorial }) {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)

  return (
    <>
      <Button
        variant="outlined"
        aria-haspopup="dialog"
        onClick={() => {
          setOpened(true)
          setOpen(true)
        }}
      >
        Табличка
      </Button>
      {wasOpened && <PlateDialog memorial={memorial} isOpen={isOpen} onClose={() => setOpen(false)} />}
    </>
  )
}
