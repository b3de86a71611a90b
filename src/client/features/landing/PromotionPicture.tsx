import { styled } from '@mui/material/styles'
import { useState } from 'react'

/** A decorative picture. Renders nothing if it does not load. */
export function PromotionPicture({ src }: { src: string }) {
  const [isBroken, setBroken] = useState(false)
  if (isBroken) return null
  return (
    <Picture
      ref={(image) => {
        // It may have failed before React hydrated the page that the server rendered.
        if (image?.complete && image.naturalWidth === 0 && image.currentSrc) setBroken(true)
      }}
      src={src}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setBroken(true)}
    />
  )
}

const Picture = styled('img')(({ theme }) => ({
  display: 'block',
  width: 112,
  flexShrink: 0,
  objectFit: 'cover',
  // Large letters need the whole width of a phone: then the text wraps below the picture.
  [theme.breakpoints.down('sm')]: { 'html[data-letters] &': { width: '100%', aspectRatio: '2 / 1' } },
  backgroundColor: theme.vars?.palette.divider,
  ...theme.applyStyles('dark', { filter: 'brightness(0.78)' }),
}))
