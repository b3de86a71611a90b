import { styled } from '@mui/material/styles'
import type { ArchiveItem } from '@contract/archive'
import { whenAndWho } from '@contract/when-and-who'

/**
 * Rows that are filled from edge to edge, with photos in their own proportions. Only CSS, since it is shown without scripts
 * too. The height of a row is between `--row` and `GROWTH` times as much.
 */
export const PhotoAlbum = styled('ul')(({ theme }) => ({
  '--row': '190px',
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'center',
  gap: theme.spacing(2, 1.5),
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& > li': {
    flex: 'var(--ratio, 1.333) 1 calc(var(--ratio, 1.333) * var(--row))',
    maxWidth: `min(100%, var(--ratio, 1.333) * var(--row) * ${GROWTH_ON_PHONES})`,
  },
  // Frames far from the viewport cost no layout and no painting.
  '& > li > a': { aspectRatio: 'var(--ratio, 1.333)', contentVisibility: 'auto' },
  '& > li > p': {
    margin: theme.spacing(1, 0, 0),
    fontFamily: theme.typography.h1.fontFamily,
    fontStyle: 'italic',
    lineHeight: 1.45,
    color: theme.vars?.palette.text.secondary,
    whiteSpace: 'pre-line',
    overflowWrap: 'anywhere',
    hyphens: 'auto',
    textWrap: 'balance',
  },
  // A photo has nearly the shape of its frame: it fills it.
  '& > li:not([data-mat]) [data-frame="whole"] > img:not([data-preview])': { objectFit: 'cover' },
  // A photo that does not fill a frame lies on a mat.
  '& > [data-mat] > a': {
    border: `1px solid ${String(theme.vars?.palette.divider)}`,
    '& > span': { padding: theme.spacing(1), backgroundColor: theme.vars?.palette.background.paper },
    '& img': { objectFit: 'contain', maxWidth: 'calc(100% - 16px)', maxHeight: 'calc(100% - 16px)' },
    '& [data-preview]': { display: 'none' },
  },
  // That of a small scan is as large as the scan itself, and does not grow with the row.
  '& > li[data-mat="scan"]': { flex: '0 1 auto', alignSelf: 'center', minWidth: SCAN_WIDTH_MIN, maxWidth: '100%' },
  '& > li[data-mat="scan"] > a': {
    width: 'fit-content',
    marginInline: 'auto',
    aspectRatio: 'auto',
    contentVisibility: 'visible',
    '& > span': {
      width: 'fit-content',
      maxWidth: `calc(var(--ratio, 1.333) * var(--row) * ${GROWTH})`,
      height: 'auto',
      padding: theme.spacing(1.5),
    },
    '& img:not([data-preview])': { position: 'relative', height: 'auto', maxWidth: '100%', maxHeight: 'none' },
  },
  // Its caption takes the width of the mat.
  '& > li[data-mat="scan"] > p': { width: 0, minWidth: '100%' },
  '& > li[data-year], & > li[data-long-text], & > li[data-first], & > li[data-panorama]': {
    flex: '1 0 100%',
    maxWidth: '100%',
  },
  '& > li[data-year]': {
    display: 'flex',
    alignItems: 'center',
    gap: theme.spacing(2),
    marginBlockStart: theme.spacing(2),
    color: theme.vars?.palette.text.secondary,
    '&::before, &::after': {
      content: '""',
      flex: 1,
      borderBlockStart: '1px solid',
      borderColor: theme.vars?.palette.divider,
    },
    '& > h3': { margin: 0, fontSize: '1.25rem', fontWeight: 400, color: 'inherit' },
  },
  '& > li[data-long-text] > a': { marginInline: 'auto', maxWidth: 'min(100%, var(--ratio, 1.333) * 480px)' },
  '& > li[data-long-text] > p': { maxWidth: '60ch', marginInline: 'auto' },
  // As large as it is, up to the width of the album.
  '& > li[data-first] > a': {
    width: 'fit-content',
    maxWidth: `min(100%, var(--ratio, 1.333) * ${HIGHEST}px)`,
    marginInline: 'auto',
    aspectRatio: 'auto',
    contentVisibility: 'visible',
    '& > span': { position: 'relative', width: 'auto', height: 'auto' },
    '& img:not([data-preview])': { position: 'relative', height: 'auto', maxHeight: 'none' },
  },
  '& > li[data-panorama] > a': {
    aspectRatio: 'auto',
    contentVisibility: 'visible',
    overflowX: 'auto',
    overscrollBehaviorX: 'contain',
    '& > span': { width: 'fit-content', height: 'auto', marginInline: 'auto' },
    '& img:not([data-preview])': { position: 'relative', height: 'auto', maxHeight: 'none' },
  },
  '& > li[data-panorama="long"] > a': SWIPED,
  [theme.breakpoints.down('sm')]: {
    // To the edge of the display, so that it is seen to go on.
    '& > li[data-panorama] > a': { ...SWIPED, width: 'auto', marginInline: theme.spacing(-2), borderRadius: 0 },
  },
  [theme.breakpoints.up('sm')]: {
    '--row': '210px',
    gap: theme.spacing(2.5, 1.5),
    '& > li': { maxWidth: `min(100%, var(--ratio, 1.333) * var(--row) * ${GROWTH})` },
  },
  [theme.breakpoints.up('md')]: { '--row': '270px', gap: theme.spacing(3, 2) },
  [WIDE_WINDOW]: { '--row': `${ROW_IN_WIDE_WINDOW}px` },
  'html[data-letters] &': { '--row': '300px' },
  '@media print': {
    '--row': '4.5cm',
    '& > li': { breakInside: 'avoid' },
    '& > li > a': { contentVisibility: 'visible' },
  },
}))

/** A row may become so much higher than `--row`: on a phone, so that a landscape alone in its row fills it. */
const GROWTH = 1.5
const GROWTH_ON_PHONES = 1.9
/** In px: a few words fit below the smallest scan. */
const SCAN_WIDTH_MIN = 128
/** In px: the maximal height of the first photo. */
const HIGHEST = 720

/** Higher than the row is wide: it is moved by a finger. */
const SWIPED = {
  '& > span': { width: 'max-content' },
  '& img:not([data-preview])': { width: 'auto', maxWidth: 'none', height: 'clamp(200px, 42vh, 340px)' },
  '@media print': { '& > span': { width: 'auto' }, '& img:not([data-preview])': { maxWidth: '100%', height: 'auto' } },
} as const

/** Where the album is wider than the sections around it. */
const WIDE_WINDOW = '@media (min-width: 1400px)'
const ROW_IN_WIDE_WINDOW = 330

/**
 * Width by height. CSS has to know the shape of a photo before it has loaded, and the CSP forbids `style` attributes in rendered
 * HTML: each photo takes the nearest of these, the usual ones exactly.
 */
const SHAPES = [
  ...[0.4, 0.45, 0.5, 0.5625, 0.6, 0.6667, 0.7071, 0.75, 0.8, 0.85, 0.9, 0.95, 1, 1.0588, 1.125, 1.1875, 1.25, 1.3333],
  ...[1.4142, 1.5, 1.6, 1.7778, 1.9, 2, 2.1],
]

/** The rules that give each shape its `--ratio`. */
export const SHAPE_RULES = Object.fromEntries(
  SHAPES.map((ratio, index) => [`& [data-shape="${index}"]`, { '--ratio': String(ratio) }]),
)

/** A photo of unknown size is shown whole in this. */
const USUAL_RATIO = 4 / 3
/** Wider ones have a row of their own; from the second on they are moved by a finger also on a large screen. */
const PANORAMA = 2.15
const LONG_PANORAMA = 4.5
/** A longer text would get a narrow column next to another photo. */
const LONG_TEXT = 160
/** In px: the highest that a row becomes. With fewer, it would show a photo larger than it is. */
const SCAN_HEIGHT_MIN = ROW_IN_WIDE_WINDOW * GROWTH
const FIRST_WIDTH_MIN = 640
/** The share of a photo that its frame may cut off. */
const CUT_MAX = 0.04

/** The index of the nearest shape: a value of `data-shape`. */
export function nearestShape(ratio: number): number {
  const difference = (shape: number) => Math.abs(Math.log(shape / ratio))
  return SHAPES.reduce((best, shape, index) => (difference(shape) < difference(SHAPES[best] ?? 1) ? index : best), 0)
}

/** How a photo stands in the album: its `data-` attributes. */
export interface PhotoPlace {
  'data-shape': number
  'data-first'?: true
  'data-panorama'?: 'short' | 'long'
  'data-long-text'?: true
  'data-mat'?: 'scan' | 'frame'
}

/** The first photo, which its keepers have chosen, is large; the others stand in rows. */
export function placeOf(photo: ArchiveItem, index: number): PhotoPlace {
  const { width, height } = photo
  const ratio = width && height ? width / height : USUAL_RATIO
  const shape = nearestShape(ratio)
  const place: PhotoPlace = { 'data-shape': shape }
  if (!width || !height) return { ...place, 'data-mat': 'frame' }
  if (ratio > PANORAMA) return { ...place, 'data-panorama': ratio > LONG_PANORAMA ? 'long' : 'short' }
  if (index === 0 && width >= FIRST_WIDTH_MIN) return { ...place, 'data-first': true }
  if ((photo.description ?? '').length + whenAndWho(photo).length > LONG_TEXT) place['data-long-text'] = true
  const fit = ratio / (SHAPES[shape] ?? ratio)
  if (height < SCAN_HEIGHT_MIN) place['data-mat'] = 'scan'
  else if (1 - Math.min(fit, 1 / fit) > CUT_MAX) place['data-mat'] = 'frame'
  return place
}

/** At a high pixel density two thirds of the pixels look the same. */
export function albumSizes({ 'data-shape': shape, ...place }: PhotoPlace): string {
  if (place['data-panorama']) return '(min-width: 1400px) 1600px, 1280px'
  const widths = place['data-first'] ? [960, 860, 390] : [400, 300, 250].map((height) => height * (SHAPES[shape] ?? 1))
  const [large, middle, small] = widths.map(Math.round) as [number, number, number]
  const phone = Math.min(small, 366)
  return `(min-width: 900px) ${large}px, (min-width: 600px) ${middle}px, (min-resolution: 2dppx) ${Math.round(phone * 0.66)}px, ${phone}px`
}

const YEAR = /(?<!\d)(1[89]\d\d|20\d\d)(?!\d)/
const DECADE = /(?<!\d)(?:1[89]|20)\d0-?е/i
/** So many photos of one year, or of ten, make a group. */
const GROUP_MIN = 2

/**
 * What stands above a photo that begins another year, or other ten years: «1956», «1950-е». Nothing in an album that is not
 * in the order of time, or has a date on few of its photos. The first photo was chosen for itself.
 */
export function yearsAbove(photos: Pick<ArchiveItem, 'date_text'>[]): (string | undefined)[] {
  const rest = photos.slice(1)
  const years = rest.map(({ date_text }) => Number(YEAR.exec(date_text ?? '')?.[1]) || undefined)
  const dated = years.filter((year) => year !== undefined)
  const isInOrder = dated.every((year, index) => index === 0 || year >= (dated[index - 1] ?? 0))
  if (!isInOrder || 2 * dated.length < rest.length) return []
  const byDecade = (year: number) => `${year - (year % 10)}-е`
  const hasDecades = rest.some(({ date_text }) => DECADE.test(date_text ?? ''))
  for (const nameOf of hasDecades ? [byDecade] : [String, byDecade]) {
    const names = years.map((year) => (year === undefined ? undefined : nameOf(year)))
    const groups = new Set(names.filter(Boolean)).size
    if (groups >= 2 && rest.length >= GROUP_MIN * groups) return [undefined, ...onlyChanges(names)]
  }
  return []
}

/** A photo without a date belongs to what stands before it. */
function onlyChanges(names: (string | undefined)[]): (string | undefined)[] {
  let last: string | undefined
  return names.map((name) => {
    if (name === undefined || name === last) return undefined
    last = name
    return name
  })
}
