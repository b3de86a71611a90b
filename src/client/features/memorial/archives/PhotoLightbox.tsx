import { styled } from '@mui/material/styles'
import { useMemo, useState } from 'react'
import Lightbox, { type Slide, type SlideImage } from 'yet-another-react-lightbox'
import Counter from 'yet-another-react-lightbox/plugins/counter'
import 'yet-another-react-lightbox/plugins/counter.css'
import Zoom from 'yet-another-react-lightbox/plugins/zoom'
import 'yet-another-react-lightbox/styles.css'
import type { ArchiveItem } from '@contract/archive'
import { PICTURE_WIDTHS } from '@contract/limits'
import { pictureCopyPath } from '@contract/picture'
import { typeset } from '@contract/typeset'
import { whenAndWho } from '@contract/when-and-who'
import { itemName, WhenAndWho } from './archive-texts'

const LARGEST_COPY = PICTURE_WIDTHS[3]

export interface PhotoLightboxProps {
  photos: ArchiveItem[]
  startIndex: number
  onClose: () => void
}

/** One photo large, with the others reachable by arrow keys, buttons or swiping. */
export function PhotoLightbox({ photos, startIndex, onClose }: PhotoLightboxProps) {
  const [index, setIndex] = useState(startIndex)
  /** The photo that the reader has zoomed. */
  const [closeUpId, setCloseUpId] = useState<number>()
  const slides = useMemo(() => slidesOf(photos, closeUpId), [photos, closeUpId])

  return (
    <LightboxWithCaptions
      open
      index={index}
      slides={slides}
      close={onClose}
      plugins={PLUGINS}
      labels={LABELS}
      counter={COUNTER}
      render={RENDER}
      carousel={{ finite: true, preload: 1 }}
      controller={{ closeOnBackdropClick: true, closeOnPullDown: true }}
      zoom={{ maxZoomPixelRatio: 3, scrollToZoom: true }}
      animation={animation()}
      on={{
        view: ({ index: viewed }) => setIndex(viewed),
        zoom: ({ zoom }) => {
          if (zoom > 1) setCloseUpId(photos[index]?.id)
        },
      }}
    />
  )
}

const PLUGINS = [Counter, Zoom]
/** «5 из 12». */
const COUNTER = { separator: 'из' }
const RENDER = { slideFooter: Caption }

interface CaptionedSlide extends SlideImage {
  photo: ArchiveItem
}

/** The whole caption, below the picture: it covers nothing. */
function Caption({ slide }: { slide: Slide }) {
  const { photo } = slide as CaptionedSlide
  if (!photo.description && !whenAndWho(photo)) return null
  return (
    <p lang="ru">
      {photo.description && typeset(photo.description)}
      <WhenAndWho item={photo} />
    </p>
  )
}

const LightboxWithCaptions = styled(Lightbox)(({ theme }) => ({
  '& .yarl__slide': { flexDirection: 'column', padding: theme.spacing(7, 0, 2) },
  '& .yarl__slide_wrapper': { flex: '1 1 0', minHeight: '40%', height: 'auto' },
  '& .yarl__slide > p': {
    // Above a zoomed picture.
    position: 'relative',
    zIndex: 1,
    maxWidth: 680,
    margin: 0,
    padding: theme.spacing(2, 2, 0),
    overflowY: 'auto',
    fontFamily: theme.typography.h1.fontFamily,
    fontSize: '1.0625rem',
    fontStyle: 'italic',
    lineHeight: 1.5,
    textAlign: 'center',
    textWrap: 'balance',
    whiteSpace: 'pre-line',
    overflowWrap: 'anywhere',
    color: '#e8e3da',
    backgroundColor: '#000',
  },
  '& .yarl__counter': { fontVariantNumeric: 'tabular-nums' },
  // Visible on light photos too, and above zoomed ones.
  '& .yarl__button': {
    margin: 4,
    borderRadius: '50%',
    color: '#fff',
    backgroundColor: 'rgb(0 0 0 / 60%)',
    '&:disabled': { color: 'rgb(255 255 255 / 45%)' },
    '&:focus-visible': { outline: '3px solid #fff', outlineOffset: -3 },
  },
  '& .yarl__navigation_prev, & .yarl__navigation_next': {
    padding: theme.spacing(1.5),
    '&:disabled': { visibility: 'hidden' },
  },
  [theme.breakpoints.up('md')]: { '& .yarl__slide': { paddingInline: theme.spacing(10) } },
}))

const LABELS = {
  Previous: 'Предыдущая фотография',
  Next: 'Следующая фотография',
  Close: 'Закрыть',
  Lightbox: 'Просмотр фотографий',
  'Photo gallery': 'Фотографии',
  Carousel: 'Лента фотографий',
  Slide: 'Фотография',
  '{index} of {total}': '{index} из {total}',
  'Zoom in': 'Увеличить',
  'Zoom out': 'Уменьшить',
}

/** A smaller copy is enough until the reader zooms, except on a large display. */
function slidesOf(photos: ArchiveItem[], closeUpId: number | undefined): CaptionedSlide[] {
  const isLargeScreen = window.innerWidth * window.devicePixelRatio > LARGEST_COPY
  return photos.map((photo, index) => ({
    src: isLargeScreen || photo.id === closeUpId ? photo.file_path : pictureCopyPath(photo.file_path, LARGEST_COPY),
    alt: itemName('photo', photo, index),
    photo,
  }))
}

function animation() {
  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  return isCalm ? { fade: 0, swipe: 0, zoom: 0 } : { fade: 200, swipe: 300, zoom: 300 }
}
