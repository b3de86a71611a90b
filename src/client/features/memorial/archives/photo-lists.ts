import { styled } from '@mui/material/styles'
import type { CSSProperties } from 'react'
import type { ArchiveItem } from '@contract/archive'
import { whenAndWho } from '@contract/when-and-who'

/** In px: the maximal height of a photo on a row of its own, except on phones. */
const HIGHEST = 720
const GAP = '20px'

/** The album: large photos on rows of their own, the others two in a row, on phones one. */
export const PhotoAlbum = styled('ul')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'center',
  gap: theme.spacing(3),
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& > li': { width: '100%' },
  // Frames far from the viewport cost no layout and no painting.
  '& > li > :first-child': { aspectRatio: 'var(--ratio, 1.333)', contentVisibility: 'auto' },
  '& > li > p': {
    margin: theme.spacing(1, 0, 0),
    fontFamily: theme.typography.h1.fontFamily,
    fontStyle: 'italic',
    lineHeight: 1.5,
    color: theme.vars?.palette.text.secondary,
    whiteSpace: 'pre-line',
    overflowWrap: 'anywhere',
    textWrap: 'balance',
  },
  [theme.breakpoints.up('sm')]: {
    gap: `${GAP} ${GAP}`,
    rowGap: theme.spacing(3.5),
    // A little less than half a pixel, so that rounding does not break the row.
    '& > li': { width: `calc((100% - ${GAP}) * var(--share, 0.5) - 0.4px)` },
    '& > li:first-child, & > li[data-alone]': { width: `min(100%, ${HIGHEST}px * var(--ratio, 1.333))` },
  },
  '@media print': {
    '& > li': { breakInside: 'avoid' },
    '& > li > :first-child': { contentVisibility: 'visible' },
  },
}))

/** Passes the place of a photo to the album. Only in the browser: the CSP forbids `style` attributes in rendered HTML. */
export function albumStyle({ ratio, share }: PhotoPlace): CSSProperties {
  return { '--ratio': ratio.toFixed(4), '--share': share.toFixed(4) } as CSSProperties
}

export interface PhotoPlace {
  /** Its width divided by its height. */
  ratio: number
  /** Its share of the row's width: 1 on a row of its own. */
  share: number
}

/** The frame of photos of unknown size. They are shown whole in it. */
const USUAL_RATIO = 4 / 3
/** Next to another photo, a wider one would leave it no room, and a longer text would get a narrow column. */
const PANORAMA = 2
const LONG_TEXT = 200

/**
 * The first photo has a row of its own, the others stand two in a row: equally high, each in its own proportions. Panoramas,
 * photos with a long text, and those left without a neighbour have rows of their own, too.
 */
export function placesOf(photos: ArchiveItem[]): PhotoPlace[] {
  const places = photos.map(({ width, height }) => ({
    ratio: width && height ? width / height : USUAL_RATIO,
    share: 1,
  }))
  for (let index = 1; index + 1 < photos.length; index++) {
    const [left, right] = [places[index], places[index + 1]]
    if (!left || !right || standsAlone(photos[index], left) || standsAlone(photos[index + 1], right)) continue
    left.share = left.ratio / (left.ratio + right.ratio)
    right.share = 1 - left.share
    index++
  }
  return places
}

function standsAlone(photo: ArchiveItem | undefined, { ratio }: PhotoPlace): boolean {
  if (ratio > PANORAMA) return true
  return photo !== undefined && (photo.description ?? '').length + whenAndWho(photo).length > LONG_TEXT
}
