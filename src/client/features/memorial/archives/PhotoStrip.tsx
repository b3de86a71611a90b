import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { ALBUM_FIRST_PHOTOS } from '@contract/limits'
import { pictureCopyPath } from '@contract/picture'
import { countedOnOneLine, PHOTOS } from '@contract/plurals'
import { lazyChunk } from '@client/ui/lazy-chunk'
import { missingDialog } from '@client/ui/missing-dialog'
import { TARGET_SIZE } from '@client/ui/styles'
import { LightboxLoading } from './OpenablePhotos'
import { ALBUM_ID, useAlbum } from './use-album'

/** In a strip of two, the album would be just as well without it. */
const PHOTOS_MIN = 3
const PHOTOS_SHOWN = 12

const SitNearby = lazyChunk(async () => (await import('./SitNearby')).SitNearby, {
  Loading: LightboxLoading,
  Missing: missingDialog('Не удалось открыть. Нажмите ещё раз или обновите страницу.'),
})

/** The first photos of a memorial under its name, moved by a finger. It leads to the album. Next to it one may sit with them. */
export function PhotoStrip({ memorialId }: { memorialId: number }) {
  const { photos = [], total } = useAlbum(memorialId, { limit: ALBUM_FIRST_PHOTOS })
  const [isSitting, setSitting] = useState(false)
  if (total < PHOTOS_MIN) return null
  return (
    <>
      <Strip href={`#${ALBUM_ID}`}>
        <span aria-hidden>
          {photos.slice(0, PHOTOS_SHOWN).map(({ id, file_path, width, height }) => (
            <img
              key={id}
              loading="lazy"
              decoding="async"
              width={width ?? 400}
              height={height ?? 300}
              alt=""
              src={pictureCopyPath(file_path, 320)}
            />
          ))}
        </span>
        <span>{countedOnOneLine(total, PHOTOS)}</span>
      </Strip>
      <p data-needs-script>
        <Button variant="outlined" aria-haspopup="dialog" onClick={() => setSitting(true)}>
          Посидеть рядом
        </Button>
      </p>
      {isSitting && <SitNearby memorialId={memorialId} photos={photos} onClose={() => setSitting(false)} />}
    </>
  )
}

const HEIGHT = 96

const Strip = styled('a')(({ theme }) => ({
  display: 'block',
  maxWidth: 640,
  margin: theme.spacing(3, 'auto', 0.5),
  color: theme.vars?.palette.primary.main,
  textUnderlineOffset: '0.25em',
  textDecorationColor: theme.vars?.palette.divider,
  '& > span:first-of-type': {
    display: 'flex',
    // A few are in the middle; of more than fit, the first is seen.
    justifyContent: 'safe center',
    gap: theme.spacing(1),
    overflowX: 'auto',
    overscrollBehaviorX: 'contain',
    scrollbarWidth: 'none',
    // On a phone from edge to edge, so that it is seen to go on.
    [theme.breakpoints.down('sm')]: { marginInline: theme.spacing(-2), paddingInline: theme.spacing(2) },
  },
  '& > span:last-of-type': {
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: TARGET_SIZE,
    fontFamily: theme.typography.fontFamily,
    fontSize: '1.0625rem',
  },
  '& img': {
    flexShrink: 0,
    height: HEIGHT,
    width: 'auto',
    // Neither a panorama nor a sheet of paper is seen whole at such a height.
    minWidth: HEIGHT * 0.6,
    maxWidth: HEIGHT * 2,
    objectFit: 'cover',
    borderRadius: theme.shape.borderRadius,
    backgroundColor: theme.vars?.palette.divider,
    ...theme.applyStyles('dark', { filter: 'brightness(0.88)' }),
  },
  '@media print': { display: 'none' },
}))
