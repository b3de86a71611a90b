import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import type { ArchiveItem } from '@contract/archive'
import { lazyChunk, missingDialog } from '@client/ui/lazy-chunk'
import { useOpenPhoto } from './use-open-photo'

const Lightbox = lazyChunk(async () => (await import('./PhotoLightbox')).PhotoLightbox, {
  Loading: LightboxLoading,
  Missing: missingDialog('Не удалось открыть фотографию. Нажмите на неё ещё раз или обновите страницу.'),
})

export interface OpenablePhotosProps {
  photos: ArchiveItem[]
  children: (open: (photoId: number) => void) => ReactNode
}

/** A list of photos, each of which opens in the lightbox. */
export function OpenablePhotos({ photos, children }: OpenablePhotosProps) {
  const { openId, open, close } = useOpenPhoto()
  const openIndex = photos.findIndex(({ id }) => id === openId)

  return (
    <>
      {children(open)}
      {openIndex >= 0 && <Lightbox photos={photos} startIndex={openIndex} onClose={close} />}
    </>
  )
}

/** As dark as the lightbox, so that a click has an effect at once even on a slow connection. */
function LightboxLoading() {
  return (
    <Box role="status" sx={DARK}>
      Загрузка...
    </Box>
  )
}

const DARK = {
  position: 'fixed',
  inset: 0,
  zIndex: 'modal',
  display: 'grid',
  placeItems: 'center',
  color: 'common.white',
  backgroundColor: 'common.black',
} as const
