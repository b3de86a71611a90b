import Skeleton from '@mui/material/Skeleton'
import { styled } from '@mui/material/styles'
import type { PropsWithChildren, ReactEventHandler } from 'react'
import type { MemorialCard } from '@contract/memorial'
import { fullName } from '@contract/names'
import { lifeInWords } from '@contract/shown-days'
import { typeset } from '@contract/typeset'
import { PageTitle } from '@client/ui/Page'
import { aspectRatioOf, Photo } from '@client/ui/Photo'
import { portraitOf } from '@client/ui/portrait-of'

/** The beginning of a memorial: portrait, name and days one under another. */
export function HeadFrame({ name, children }: PropsWithChildren<{ name: string }>) {
  return (
    <Head>
      <PageTitle>{name}</PageTitle>
      {children}
    </Head>
  )
}

export interface PortraitProps {
  memorial: MemorialCard
  onErrorCapture?: ReactEventHandler
}

export function Portrait({ memorial, onErrorCapture }: PortraitProps) {
  const { photo_tone: tone } = memorial
  return (
    <PortraitBox
      tone={tone && TONE.test(tone) ? tone : undefined}
      data-empty={memorial.photo_path ? undefined : true}
      data-whole={isFarFromFrame(memorial) || undefined}
      onErrorCapture={onErrorCapture}
    >
      <Photo
        {...portraitOf(memorial)}
        alt={`Фото: ${fullName(memorial)}`}
        frame="portrait"
        sizes={PORTRAIT_SIZES}
        loads="first"
      />
    </PortraitBox>
  )
}

/** What may be cut off a picture for it to fill the frame. A crop that somebody chose has the frame's proportions. */
const CUT_MAX = 0.1

/** Such a picture is shown whole, on its own tone: cut to the frame, a lying one would lose half of the people in it. */
function isFarFromFrame({ photo_width: width, photo_height: height }: MemorialCard): boolean {
  if (!width || !height) return false
  const ratio = width / height / PORTRAIT_RATIO
  return 1 - Math.min(ratio, 1 / ratio) > CUT_MAX
}

/** The surname stands on a line of its own; read aloud and copied, it is the name in its usual order. */
export function Name({ memorial }: { memorial: MemorialCard }) {
  const given = [memorial.name, memorial.surname].map((part) => part?.trim()).filter(Boolean)
  const lastname = memorial.lastname.trim()
  return (
    <>
      {!lastname || given.length === 0 ? (
        <NameLine letters={fullName(memorial).length}>{fullName(memorial)}</NameLine>
      ) : (
        <NameLine letters={given.join(' ').length}>
          <span data-long={isLong(lastname)}>{lastname}</span> {given.join(' ')}
        </NameLine>
      )}
      {memorial.maiden_name && <p data-maiden>урождённая {memorial.maiden_name}</p>}
    </>
  )
}

export function Life({ memorial }: { memorial: MemorialCard }) {
  return <p>{typeset(lifeInWords(memorial))}</p>
}

/** Keeps the place of all that while nothing is known. */
export function HeadSkeleton() {
  return (
    <Head aria-hidden>
      <PortraitBox>
        <Skeleton
          animation={false}
          variant="rectangular"
          sx={{ height: 'auto', aspectRatio: aspectRatioOf('portrait') }}
        />
      </PortraitBox>
      <NameLine>
        <Skeleton animation={false} component="span" sx={{ width: 180, maxWidth: '100%', mx: 'auto' }} />
        <Skeleton animation={false} component="span" sx={{ width: 420, maxWidth: '100%', mx: 'auto' }} />
      </NameLine>
      <p>
        <Skeleton animation={false} component="span" sx={{ width: 360, maxWidth: '100%', mx: 'auto' }} />
      </p>
    </Head>
  )
}

const PORTRAIT_RATIO = 4 / 5
const TONE = /^#[\da-f]{6}$/i

/** A word with more letters than this does not fit a narrow phone in the usual size. */
const LONG_WORD = 13

function isLong(name: string): true | undefined {
  return name.split(/[ -]/).some(({ length }) => length > LONG_WORD) || undefined
}

/** In px: narrower screens show the portrait from edge to edge. */
const PORTRAIT_WIDTH = 420
/** In px. In a lower window a face would be too small. */
const PORTRAIT_WIDTH_MIN = 320
const PHONE = '@media (max-width: 479.95px)'
/**
 * Where pixels are so small, two thirds of them look the same. A usual phone of 412 px at 1.75 would miss the copy of 720
 * pixels by one, and take that of 1280.
 */
const PORTRAIT_SIZES = `(min-width: 480px) ${PORTRAIT_WIDTH}px, (min-resolution: 2dppx) 62vw, 99vw`

const PortraitBox = styled('div', { shouldForwardProp: (name) => name !== 'tone' })<{ tone?: string }>(
  ({ theme, tone }) => ({
    // Where the window is low, the name stays in sight under it.
    width: `clamp(${PORTRAIT_WIDTH_MIN}px, (100vh - 330px) * ${PORTRAIT_RATIO}, ${PORTRAIT_WIDTH}px)`,
    marginInline: 'auto',
    overflow: 'hidden',
    border: `1px solid ${String(theme.vars?.palette.divider)}`,
    borderRadius: 8,
    '& > span': { backgroundColor: tone },
    '&[data-whole] img': { objectFit: 'contain', objectPosition: '50% 50%' },
    [PHONE]: { width: 'auto', marginInline: theme.spacing(-2), borderInlineWidth: 0, borderRadius: 0 },
    // Where there is no portrait, the default photo is not what people came for.
    '&[data-empty]': { width: 200, marginInline: 'auto', borderInlineWidth: 1, borderRadius: 8 },
    '@media print': { width: '7cm' },
  }),
)

/** How wide a letter of a name is on average, in its size: a little more than PT Serif needs for most names. */
const LETTER_WIDTH = 0.58

/**
 * Name and patronymic in the largest size in which both stand on one line. Where that would be too small to read, they part
 * between words. A name of unknown length stands in the size of a short one.
 */
const NameLine = styled('h1', { shouldForwardProp: (name) => name !== 'letters' })<{ letters?: number }>(
  ({ theme, letters = 1 }) => ({
    // Stronger than what stands below for every heading of a page.
    '&&': {
      fontSize: `clamp(1.375rem, (100vw - 2.25rem) / ${(letters * LETTER_WIDTH).toFixed(2)}, 2.25rem)`,
      [theme.breakpoints.up('sm')]: {
        fontSize: `clamp(2rem, (min(100vw, 48rem) - 3rem) / ${(letters * LETTER_WIDTH).toFixed(2)}, 3.5rem)`,
      },
    },
  }),
)

const Head = styled('header')(({ theme }) => ({
  position: 'relative',
  textAlign: 'center',
  fontFamily: theme.typography.h1.fontFamily,
  '& > h1': {
    margin: theme.spacing(3.5, 0, 0),
    fontWeight: 400,
    lineHeight: 1.15,
    textWrap: 'balance',
    overflowWrap: 'anywhere',
  },
  '& > h1 > span': {
    display: 'block',
    marginBlockEnd: theme.spacing(1),
    // So that the last letter's spacing does not push the word off the axis.
    paddingInlineStart: '0.12em',
    fontSize: 'min(1.375rem, 9vw)',
    letterSpacing: '0.12em',
    textTransform: 'uppercase',
    color: theme.vars?.palette.text.secondary,
    '&[data-long]': {
      fontSize: 'clamp(min(1rem, 6vw), 5vw, 1.375rem)',
      letterSpacing: '0.06em',
      paddingInlineStart: '0.06em',
    },
  },
  '& > p': {
    margin: theme.spacing(2, 0, 0),
    // In the largest letters, too, a whole date stands on a line of a narrow phone.
    fontSize: 'clamp(min(1.0625rem, 9vw), 5.1vw, 1.375rem)',
    lineHeight: 1.4,
    textWrap: 'balance',
    color: theme.vars?.palette.text.secondary,
  },
  '& > p[data-maiden]': { marginBlockStart: theme.spacing(1), fontSize: '1.125rem' },
  '& > div:last-child': { marginBlockStart: theme.spacing(1) },
  '& > form': { marginBlock: theme.spacing(3) },
  '& > form > div': { marginInline: 'auto' },
  [theme.breakpoints.up('sm')]: {
    '& > h1 > span, & > h1 > span[data-long]': { fontSize: '2rem', letterSpacing: '0.12em' },
    '& > p': { fontSize: '1.5rem' },
  },
}))
