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
import { lazyChunk } from '@client/ui/lazy-chunk'
import { missingDialog } from '@client/ui/missing-dialog'
import { TARGET_SIZE } from '@client/ui/styles'
import { itemName, WhenAndWho } from './archive-texts'

const LARGEST_COPY = PICTURE_WIDTHS[3]

export interface PhotoLightboxProps {
  photos: ArchiveItem[]
  startIndex: number
  mayPropose?: boolean | undefined
  onClose: () => void
}

/** One photo large, with the others reachable by arrow keys, buttons or swiping. */
export function PhotoLightbox({ photos, startIndex, mayPropose, onClose }: PhotoLightboxProps) {
  const [index, setIndex] = useState(startIndex)
  /** The photo that the reader has zoomed. */
  const [closeUpId, setCloseUpId] = useState<number>()
  /** The photo whose caption a reader is about to mend. */
  const [proposedId, setProposedId] = useState<number>()
  const slides = useMemo(
    () => slidesOf(photos, { closeUpId, onPropose: mayPropose ? setProposedId : undefined }),
    [photos, closeUpId, mayPropose],
  )
  const proposed = photos.find(({ id }) => id === proposedId)

  return (
    <>
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
      {/* Outside, for the lightbox reads the keys that are pressed inside. */}
      {proposed && (
        <ProposalDialog
          isOpen
          memorialId={proposed.memorial_id}
          part={{ kind: 'photo', item: proposed }}
          onClose={() => setProposedId(undefined)}
        />
      )}
    </>
  )
}

const ProposalDialog = lazyChunk(async () => (await import('../proposals/ProposalDialog')).ProposalDialog, {
  Missing: missingDialog('Не удалось открыть форму. Нажмите ещё раз или обновите страницу.'),
})

const PLUGINS = [Counter, Zoom]
/** «5 из 12». */
const COUNTER = { separator: 'из' }
const RENDER = { slideFooter: Caption }

interface CaptionedSlide extends SlideImage {
  photo: ArchiveItem
  onPropose: ((photoId: number) => void) | undefined
}

/** The whole caption, below the picture: it covers nothing. */
function Caption({ slide }: { slide: Slide }) {
  const { photo, onPropose } = slide as CaptionedSlide
  if (!photo.description && !whenAndWho(photo) && !onPropose) return null
  return (
    <p lang="ru">
      {photo.description && typeset(photo.description)}
      <WhenAndWho item={photo} />
      {onPropose && (
        <button type="button" aria-haspopup="dialog" onClick={() => onPropose(photo.id)}>
          {photo.description || whenAndWho(photo) ? 'Уточнить подпись' : 'Кто на снимке?'}
        </button>
      )}
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
  '& .yarl__slide > p > button': {
    display: 'block',
    minHeight: TARGET_SIZE,
    margin: '0 auto',
    padding: theme.spacing(0, 2),
    border: 0,
    font: 'inherit',
    fontStyle: 'normal',
    fontFamily: theme.typography.fontFamily,
    color: 'inherit',
    background: 'none',
    textDecoration: 'underline',
    textUnderlineOffset: '0.25em',
    cursor: 'pointer',
    '&:focus-visible': { outline: '3px solid #fff', outlineOffset: -3 },
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
function slidesOf(
  photos: ArchiveItem[],
  { closeUpId, onPropose }: { closeUpId: number | undefined; onPropose: CaptionedSlide['onPropose'] },
): CaptionedSlide[] {
  const isLargeScreen = window.innerWidth * window.devicePixelRatio > LARGEST_COPY
  return photos.map((photo, index) => ({
    src: isLargeScreen || photo.id === closeUpId ? photo.file_path : pictureCopyPath(photo.file_path, LARGEST_COPY),
    alt: itemName('photo', photo, index),
    photo,
    onPropose,
  }))
}

function animation() {
  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  return isCalm ? { fade: 0, swipe: 0, zoom: 0 } : { fade: 200, swipe: 300, zoom: 300 }
}
