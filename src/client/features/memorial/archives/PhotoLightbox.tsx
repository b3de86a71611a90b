import { useMemo, useState } from 'react'
import Lightbox from 'yet-another-react-lightbox'
import Captions from 'yet-another-react-lightbox/plugins/captions'
import 'yet-another-react-lightbox/plugins/captions.css'
import Zoom from 'yet-another-react-lightbox/plugins/zoom'
import 'yet-another-react-lightbox/styles.css'
import type { ArchiveItem } from '@contract/archive'
import { PICTURE_WIDTHS } from '@contract/limits'
import { pictureCopyPath } from '@contract/picture'
import { itemName } from './archive-texts'

const LARGEST_COPY = PICTURE_WIDTHS[3]

export interface PhotoLightboxProps {
  photos: ArchiveItem[]
  startIndex: number
  onClose: () => void
}

/** One photo large, and from there to the others: by arrow keys, buttons or swiping. */
export function PhotoLightbox({ photos, startIndex, onClose }: PhotoLightboxProps) {
  const [index, setIndex] = useState(startIndex)
  /** The photo that somebody looks at closely. */
  const [closeUpId, setCloseUpId] = useState<number>()
  const slides = useMemo(() => slidesOf(photos, closeUpId), [photos, closeUpId])

  return (
    <Lightbox
      open
      index={index}
      slides={slides}
      close={onClose}
      plugins={PLUGINS}
      labels={LABELS}
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

const PLUGINS = [Captions, Zoom]

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

/** A smaller copy is enough until somebody zooms in, or on a larger screen. */
function slidesOf(photos: ArchiveItem[], closeUpId: number | undefined) {
  const isLargeScreen = window.innerWidth * window.devicePixelRatio > LARGEST_COPY
  return photos.map((photo, index) => ({
    src: isLargeScreen || photo.id === closeUpId ? photo.file_path : pictureCopyPath(photo.file_path, LARGEST_COPY),
    alt: itemName('photo', photo, index),
    description: photo.description ?? undefined,
  }))
}

function animation() {
  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  return isCalm ? { fade: 0, swipe: 0, zoom: 0 } : { fade: 200, swipe: 300, zoom: 300 }
}
