import { styled } from '@mui/material/styles'
import { type KeyboardEvent, memo, type MouseEvent } from 'react'
import { Photo, type StoredPicture } from '@client/ui/Photo'

/** The id of the element to which the focus returns. */
export const thumbnailId = (photoId: number) => `photo-${photoId}`

export interface ThumbnailProps extends Pick<StoredPicture, 'width' | 'height' | 'preview'> {
  photoId: number
  path: string
  name: string
  /** The width in an album, as `sizes` of an <img>. Absent: a small square. */
  albumSizes?: string
  onOpen: () => void
}

/** A photo that opens in the lightbox; without scripts, the picture itself. */
export function Thumbnail({ photoId, name, onOpen, ...picture }: ThumbnailProps) {
  // A long press on a link would open the menu of a phone, where keepers drag the photo.
  const isLink = picture.albumSizes !== undefined

  function press(event: MouseEvent): void {
    // A link that is opened in a new tab or window is left to the browser.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onOpen()
  }

  function pressByKey(event: KeyboardEvent): void {
    if (event.key !== ' ' && !(event.key === 'Enter' && !isLink)) return
    event.preventDefault()
    onOpen()
  }

  return (
    <Opener
      href={isLink ? picture.path : undefined}
      role="button"
      tabIndex={0}
      id={thumbnailId(photoId)}
      aria-label={name}
      aria-haspopup="dialog"
      draggable={false}
      onClick={press}
      onKeyDown={pressByKey}
    >
      <Picture {...picture} />
    </Opener>
  )
}

type PictureProps = Omit<ThumbnailProps, 'photoId' | 'name' | 'onOpen'>

/** Memoized: a page has hundreds of them, and only their URLs ever change. */
const Picture = memo(function Picture({ albumSizes, ...picture }: PictureProps) {
  return <Photo {...picture} alt="" sizes={albumSizes ?? SQUARE_SIZES} frame={albumSizes ? 'whole' : 'thumbnail'} />
})

const SQUARE_SIZES = '(min-width: 900px) 220px, (min-width: 600px) 33vw, 50vw'

const Opener = styled('a')(({ theme }) => ({
  display: 'block',
  width: '100%',
  padding: 0,
  borderRadius: theme.shape.borderRadius,
  overflow: 'hidden',
  cursor: 'zoom-in',
  // The frame clips everything outside it.
  '&&:focus-visible': { outlineOffset: -3 },
  '&:hover img': { opacity: 0.9 },
}))
