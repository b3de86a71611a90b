import Box from '@mui/material/Box'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { ArchiveItem } from '@contract/archive'
import { lazyChunk } from '@client/ui/lazy-chunk'
import { missingDialog } from '@client/ui/missing-dialog'
import { thumbnailId } from './Thumbnail'

const Lightbox = lazyChunk(async () => (await import('./PhotoLightbox')).PhotoLightbox, {
  Loading: LightboxLoading,
  Missing: missingDialog('Не удалось открыть фотографию. Нажмите на неё ещё раз или обновите страницу.'),
})

export interface OpenablePhotosProps {
  photos: ArchiveItem[]
  /** Readers propose better captions. */
  mayPropose?: boolean
  children: (open: (photoId: number) => void) => ReactNode
}

/** A list of photos, each of which opens in the lightbox. */
export function OpenablePhotos({ photos, mayPropose, children }: OpenablePhotosProps) {
  const { openId, open, close } = useOpenPhoto()
  const openIndex = photos.findIndex(({ id }) => id === openId)

  return (
    <>
      {children(open)}
      {openIndex >= 0 && <Lightbox photos={photos} startIndex={openIndex} mayPropose={mayPropose} onClose={close} />}
    </>
  )
}

/** As dark as the lightbox, so that a click has an effect at once even on a slow connection. */
export function LightboxLoading() {
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

/** The state of the history entry of an open photo. */
interface OpenPhotoState {
  openPhoto: number
}

/**
 * The id of the photo in the lightbox. An open photo has its own history entry, so that Back closes the photo and not the page.
 */
export function useOpenPhoto() {
  const location = useLocation()
  const navigate = useNavigate()
  const isClosing = useRef(false)
  const openId = (location.state as Partial<OpenPhotoState> | null)?.openPhoto

  useEffect(() => {
    isClosing.current = false
  }, [location.key])

  // The focus returns to the thumbnail in every case.
  useEffect(() => {
    if (openId === undefined) return
    return () => document.getElementById(thumbnailId(openId))?.focus()
  }, [openId])

  function open(id: number): void {
    if (openId === id) return
    const state = { ...(location.state as object | null), openPhoto: id } satisfies OpenPhotoState
    // Synchronously: the second press of a double click must find it open.
    void navigate(location, { state, preventScrollReset: true, flushSync: true })
  }

  function close(): void {
    // A second Escape would leave the page, too.
    if (isClosing.current) return
    isClosing.current = true
    void navigate(-1)
  }

  return { openId, open, close }
}
