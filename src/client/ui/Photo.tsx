import { styled } from '@mui/material/styles'
import { useState } from 'react'
import type { MemorialCard } from '@contract/memorial'
import { pictureSrcSet } from '@contract/picture'

const DEFAULT_PHOTO = '/default-photo.svg'

/**
 * The frames of pictures, with the width and height of the <img>. A picture with other proportions is cropped, except
 * in 'whole', which is as high as the element around it. Pages and lists show the same part of a portrait.
 */
const FRAMES = {
  portrait: { width: 400, height: 500 },
  card: { width: 400, height: 500 },
  grave: { width: 400, height: 300 },
  thumbnail: { width: 200, height: 200 },
  whole: { width: 400, height: 300 },
} as const

type PhotoFrame = keyof typeof FRAMES

/** A stored picture, and its facts. */
export interface StoredPicture {
  /** The URL of the picture itself; its smaller copies have the same folder. */
  path: string | null
  /** Pixels. */
  width?: number | null
  height?: number | null
  /** A tiny copy as a `data:` URL, shown until the picture has loaded. */
  preview?: string | null
}

export interface PhotoProps extends StoredPicture {
  alt: string
  frame: PhotoFrame
  /** The displayed width, in the syntax of `sizes`. */
  sizes: string
  /** The loading priority: before other resources, with them, or near the viewport. */
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
    <Frame data-frame={frame} data-uncut={frame in UNCUT ? uncutShape(frame, width, height) : undefined}>
      {/* Chromium decodes an eager one while it parses the page, before the first paint. */}
      {preview && <img loading={loading} data-preview src={preview} alt="" {...FRAMES[frame]} />}
      <img
        ref={(image) => {
          // It may have failed before React hydrated the server-rendered page.
          if (image?.complete && image.naturalWidth === 0 && image.currentSrc) nextChoice()
        }}
        key={failures}
        {...(width && height ? { width, height } : FRAMES[frame])}
        alt={alt}
        // React sets attributes in this order, and a browser that sees `src` first starts to load it.
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

/** The frames of portraits. */
const UNCUT = { portrait: true, card: true }
/**
 * The share of a portrait that may be cropped to fill the frame. A crop chosen by a keeper has the proportions of the frame.
 * Of a higher one, as photo paper is (2:3), little more than the shoulders is lost.
 */
const CUT_MAX = { wide: 0.1, high: 0.2 }

/** Such a portrait is shown whole, on its own preview: cropped, a landscape one would lose half of the people in it. */
function uncutShape(
  frame: PhotoFrame,
  width?: number | null,
  height?: number | null,
): keyof typeof CUT_MAX | undefined {
  if (!width || !height) return undefined
  const ratio = (width / height) * (FRAMES[frame].height / FRAMES[frame].width)
  const shape = ratio > 1 ? 'wide' : 'high'
  return 1 - Math.min(ratio, 1 / ratio) > CUT_MAX[shape] ? shape : undefined
}

function DefaultPhoto({ frame }: Pick<PhotoProps, 'frame'>) {
  return (
    <Frame data-frame={frame}>
      <img src={DEFAULT_PHOTO} alt="" {...FRAMES[frame]} />
    </Frame>
  )
}

/** The proportions of a frame, for placeholders. */
export function aspectRatioOf(frame: PhotoFrame): string {
  return `${FRAMES[frame].width} / ${FRAMES[frame].height}`
}

/** One class for all frames and pictures: neither styles nor `style` attributes grow with the number of pictures. */
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
  // The preview and the picture overlap.
  '& > img': {
    display: 'block',
    position: 'absolute',
    inset: 0,
    objectFit: 'cover',
    objectPosition: '50% 25%',
    // Bright pictures glare on a dark page.
    ...theme.applyStyles('dark', { filter: 'brightness(0.88)' }),
  },
  '&:not([data-frame="whole"]) > img, & > img[data-preview]': { width: '100%', height: '100%' },
  // On its page, the name stays near below it. In lists all cards are alike.
  '&[data-frame="portrait"][data-uncut="wide"]': { aspectRatio: '1' },
  '&[data-uncut] > img:not([data-preview])': { objectFit: 'contain', objectPosition: '50% 50%' },
  '&[data-uncut] > [data-preview]': {
    objectPosition: '50% 50%',
    // Without the pale edge of a blurred picture.
    transform: 'scale(1.2)',
    filter: 'blur(14px)',
    ...theme.applyStyles('dark', { filter: 'blur(14px) brightness(0.6)' }),
  },
  // Never larger than its own pixels, which are in its attributes.
  '&[data-frame="whole"]': {
    aspectRatio: 'auto',
    height: '100%',
    '& > img:not([data-preview])': { objectFit: 'contain', margin: 'auto', maxWidth: '100%', maxHeight: '100%' },
  },
}))

/** The portrait of a memorial, as props of `Photo`. */
export function portraitOf(memorial: MemorialCard): StoredPicture {
  const { photo_path: path, photo_width: width, photo_height: height, photo_preview: preview } = memorial
  return { path, width, height, preview }
}
