import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { pictureSrcSet } from '@contract/picture'

export const DEFAULT_PHOTO = '/default-photo.svg'

/**
 * The frames that pictures fill, as width and height of an <img> name them. A picture with other proportions is cut, but
 * not by 'whole': that one is as high as the element around it, which knows the proportions.
 */
const FRAMES = {
  portrait: { width: 400, height: 500 },
  card: { width: 400, height: 360 },
  grave: { width: 400, height: 300 },
  thumbnail: { width: 200, height: 200 },
  whole: { width: 400, height: 300 },
} as const

export type PhotoFrame = keyof typeof FRAMES

/** A stored picture, and what is known of it. */
export interface StoredPicture {
  /** The address of the picture itself; its smaller copies lie beside it. */
  path: string | null
  /** Pixels. */
  width?: number | null
  height?: number | null
  /** A tiny copy as a `data:` address, shown until the picture has loaded. */
  preview?: string | null
}

export interface PhotoProps extends StoredPicture {
  alt: string
  frame: PhotoFrame
  /** How wide it is shown, as `sizes` of an <img> says it. */
  sizes: string
  /** When it is loaded: before other things, with them, or when it comes near the viewport. */
  loads?: 'first' | 'early' | 'late'
}

/** A picture in the size that fits, or the default photo when there is none or it is broken. */
export function Photo({ path, ...shown }: PhotoProps) {
  return path ? <StoredPhoto key={path} path={path} {...shown} /> : <DefaultPhoto frame={shown.frame} />
}

type StoredPhotoProps = PhotoProps & { path: string }

function StoredPhoto({ path, alt, frame, sizes, width, height, preview, loads = 'late' }: StoredPhotoProps) {
  const [failures, setFailures] = useState(0)
  if (failures > 1) return <DefaultPhoto frame={frame} />

  const hasCopies = failures === 0
  const loading = loads === 'late' ? 'lazy' : 'eager'
  const nextChoice = () => setFailures((count) => count + 1)
  return (
    <Frame data-frame={frame}>
      {/* Chromium takes in an eager one while it looks through the page, before it shows any of it. */}
      {preview && <img loading={loading} src={preview} alt="" {...FRAMES[frame]} />}
      <img
        ref={(image) => {
          // It may have failed before React hydrated the page that the server rendered.
          if (image?.complete && image.naturalWidth === 0 && image.currentSrc) nextChoice()
        }}
        key={failures}
        {...(width && height ? { width, height } : FRAMES[frame])}
        alt={alt}
        // React sets attributes in this order, and a browser that knows `src` first begins to load it.
        loading={loading}
        fetchPriority={loads === 'first' ? 'high' : undefined}
        decoding="async"
        sizes={hasCopies ? sizes : undefined}
        srcSet={hasCopies ? pictureSrcSet(path) : undefined}
        src={path}
        onError={nextChoice}
      />
    </Frame>
  )
}

function DefaultPhoto({ frame }: Pick<PhotoProps, 'frame'>) {
  return (
    <Frame data-frame={frame}>
      <img src={DEFAULT_PHOTO} alt="" {...FRAMES[frame]} />
    </Frame>
  )
}

/** The proportions of a frame, for what keeps its place. */
export function aspectRatioOf(frame: PhotoFrame): string {
  return `${FRAMES[frame].width} / ${FRAMES[frame].height}`
}

/** One class for every frame and picture: neither styles nor `style` attributes grow with the number of pictures. */
const Frame = styled('span')(({ theme }) => ({
  display: 'block',
  position: 'relative',
  width: '100%',
  overflow: 'hidden',
  backgroundColor: theme.vars?.palette.divider,
  ...Object.fromEntries(
    (Object.keys(FRAMES) as PhotoFrame[]).map((frame) => [
      `&[data-frame="${frame}"]`,
      { aspectRatio: aspectRatioOf(frame) },
    ]),
  ),
  // The stand-in and the picture lie on each other.
  '& > img': {
    display: 'block',
    position: 'absolute',
    inset: 0,
    width: '100%',
    height: '100%',
    objectFit: 'cover',
    objectPosition: '50% 25%',
    // Bright pictures glare on a dark page.
    ...theme.applyStyles('dark', { filter: 'brightness(0.88)' }),
  },
  '&[data-frame="whole"]': { aspectRatio: 'auto', height: '100%', '& > img': { objectFit: 'contain' } },
}))
