import { styled } from '@mui/material/styles'
import { memo } from 'react'
import { Photo } from '@client/ui/Photo'

/** The element to which the focus returns. */
export const thumbnailId = (photoId: number) => `photo-${photoId}`

export interface ThumbnailProps {
  photoId: number
  path: string
  name: string
  onOpen: () => void
}

/** A small square photo that opens large. */
export function Thumbnail({ photoId, path, name, onOpen }: ThumbnailProps) {
  return (
    <Square type="button" id={thumbnailId(photoId)} aria-label={name} aria-haspopup="dialog" onClick={onOpen}>
      <Picture path={path} />
    </Square>
  )
}

/** Hundreds of them stand on a page, and only their addresses ever change. */
const Picture = memo(function Picture({ path }: { path: string }) {
  return <Photo path={path} alt="" sizes={THUMBNAIL_WIDTH} frame="thumbnail" />
})

const THUMBNAIL_WIDTH = '(min-width: 900px) 180px, (min-width: 600px) 25vw, 33vw'

const Square = styled('button')(({ theme }) => ({
  display: 'block',
  width: '100%',
  padding: 0,
  border: 0,
  borderRadius: theme.shape.borderRadius,
  overflow: 'hidden',
  background: 'none',
  cursor: 'zoom-in',
  // Nothing is painted outside a square of the list.
  '&&:focus-visible': { outlineOffset: -3 },
  '&:hover img': { opacity: 0.9 },
}))
