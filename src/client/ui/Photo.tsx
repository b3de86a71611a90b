import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { pictureSrcSet } from '@contract/picture'

export const DEFAULT_PHOTO = '/default-photo.svg'

export interface PhotoProps {
  /** The address of the picture itself; its smaller copies lie beside it. */
  path: string | null
  alt: string
  /** How wide it is shown, as `sizes` of an <img> says it. */
  sizes: string
  /** Width to height, kept while it loads. */
  ratio?: string
  /** At the top of a page: loaded at once, not when it scrolls into view. */
  isFirst?: boolean
}

/** A picture in the size that fits, or the default photo when there is none or it is broken. */
export function Photo({ path, ...shown }: PhotoProps) {
  return path ? <StoredPhoto key={path} path={path} {...shown} /> : <DefaultPhoto ratio={shown.ratio} />
}

function StoredPhoto({ path, alt, sizes, ratio, isFirst }: PhotoProps & { path: string }) {
  const [failures, setFailures] = useState(0)
  if (failures > 1) return <DefaultPhoto ratio={ratio} />

  const hasCopies = failures === 0
  const nextChoice = () => setFailures((count) => count + 1)
  return (
    <Picture
      ref={(image) => {
        // It may have failed before React hydrated the page that the server rendered.
        if (image?.complete && image.naturalWidth === 0 && image.currentSrc) nextChoice()
      }}
      key={failures}
      src={path}
      srcSet={hasCopies ? pictureSrcSet(path) : undefined}
      sizes={hasCopies ? sizes : undefined}
      alt={alt}
      loading={isFirst ? 'eager' : 'lazy'}
      decoding="async"
      onError={nextChoice}
      style={{ aspectRatio: ratio }}
    />
  )
}

function DefaultPhoto({ ratio }: Pick<PhotoProps, 'ratio'>) {
  return <Picture src={DEFAULT_PHOTO} alt="" style={{ aspectRatio: ratio }} />
}

const Picture = styled('img')(({ theme }) => ({
  display: 'block',
  width: '100%',
  aspectRatio: '4 / 5',
  objectFit: 'cover',
  objectPosition: '50% 25%',
  backgroundColor: theme.vars?.palette.divider,
}))
