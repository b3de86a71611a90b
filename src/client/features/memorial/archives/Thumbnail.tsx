import { styled } from '@mui/material/styles'
import { memo } from 'react'
import { Photo, type StoredPicture } from '@client/ui/Photo'

/** The id of the element to which the focus returns. */
export const thumbnailId = (photoId: number) => `photo-${photoId}`

export interface ThumbnailProps extends Pick<StoredPicture, 'width' | 'height'> {
  photoId: number
  path: string
  name: string
  /** The width in an album, as `sizes` of an <img>. Absent: a small square. */
  albumSizes?: string
  onOpen: () => void
}

/** A photo that opens in the lightbox. */
export function Thumbnail({ photoId, name, onOpen, ...picture }: ThumbnailProps) {
  return (
    <Opener type="button" id={thumbnailId(photoId)} aria-label={name} aria-haspopup="dialog" onClick={onOpen}>
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

const Opener = styled('button')(({ theme }) => ({
  display: 'block',
  width: '100%',
  padding: 0,
  border: 0,
  borderRadius: theme.shape.borderRadius,
  overflow: 'hidden',
  background: 'none',
  cursor: 'zoom-in',
  // The frame clips everything outside it.
  '&&:focus-visible': { outlineOffset: -3 },
  '&:hover img': { opacity: 0.9 },
}))
