import Skeleton from '@mui/material/Skeleton'
import { styled } from '@mui/material/styles'
import type { PropsWithChildren, ReactEventHandler } from 'react'
import type { MemorialCard } from '@contract/memorial'
import { fullName } from '@contract/names'
import { lifeInWords } from '@contract/shown-days'
import { typeset } from '@contract/typeset'
import { PageTitle } from '@client/ui/Page'
import { aspectRatioOf, Photo, portraitOf } from '@client/ui/Photo'

/** The head of a memorial: portrait, name and days, one below another. */
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

/** The children stand before it. */
export function Portrait({ memorial, onErrorCapture, children }: PropsWithChildren<PortraitProps>) {
  const { photo_tone: tone } = memorial
  return (
    <PortraitBox
      tone={tone && TONE.test(tone) ? tone : undefined}
      data-empty={memorial.photo_path ? undefined : true}
      onErrorCapture={onErrorCapture}
    >
      <Photo
        {...portraitOf(memorial)}
        alt={`Фото: ${fullName(memorial)}`}
        frame="portrait"
        sizes={PORTRAIT_SIZES}
        loads="first"
      />
      {children}
    </PortraitBox>
  )
}

/** The last name has a line of its own; read aloud and copied, it is the name in its usual order. */
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

/** Reserves the space of the head until the memorial is known. */
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

/** In px. Narrower windows show the portrait from edge to edge. */
const PORTRAIT_WIDTH = 420
/** In px. In a lower window a face would become too small. */
const PORTRAIT_WIDTH_MIN = 320
const PHONE = '@media (max-width: 479.95px)'
/**
 * At such a pixel density two thirds of the pixels look the same. A usual phone of 412 px at 1.75 would miss the copy of 720
 * pixels by one, and load that of 1280.
 */
const PORTRAIT_SIZES = `(min-width: 480px) ${PORTRAIT_WIDTH}px, (min-resolution: 2dppx) 62vw, 99vw`

const PortraitBox = styled('div', { shouldForwardProp: (name) => name !== 'tone' })<{ tone?: string }>(
  ({ theme, tone }) => ({
    // In a low window the name stays visible below the portrait.
    width: `clamp(${PORTRAIT_WIDTH_MIN}px, (100vh - 330px) * ${PORTRAIT_RATIO}, ${PORTRAIT_WIDTH}px)`,
    position: 'relative',
    marginInline: 'auto',
    overflow: 'hidden',
    border: `1px solid ${String(theme.vars?.palette.divider)}`,
    borderRadius: 8,
    '& > span': { backgroundColor: tone },
    [PHONE]: { width: 'auto', marginInline: theme.spacing(-2), borderInlineWidth: 0, borderRadius: 0 },
    // Without a portrait, the default photo is kept small: it is not what readers came for.
    '&[data-empty]': { width: 200, marginInline: 'auto', borderInlineWidth: 1, borderRadius: 8 },
    '@media print': { width: '7cm' },
  }),
)

/** The average width of a letter of a name, in em: a little more than PT Serif needs for most names. */
const LETTER_WIDTH = 0.58

/**
 * Name and patronymic in the largest size in which both fit on one line. If that would be too small to read, they break between
 * words. A name of unknown length gets the size of a short one.
 */
const NameLine = styled('h1', { shouldForwardProp: (name) => name !== 'letters' })<{ letters?: number }>(
  ({ theme, letters = 1 }) => ({
    // Specific enough to win over the style that follows for all headings of a page.
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
    // With the largest letters, too, a whole date fits on a line of a narrow phone.
    fontSize: 'clamp(min(1.0625rem, 9vw), 5.1vw, 1.375rem)',
    lineHeight: 1.4,
    textWrap: 'balance',
    color: theme.vars?.palette.text.secondary,
  },
  '& > p[data-maiden]': { marginBlockStart: theme.spacing(1), fontSize: '1.125rem' },
  '& > div:last-child': { marginBlockStart: theme.spacing(1) },
  '& > div > form': { marginBlock: theme.spacing(3) },
  '& > div > form > div': { marginInline: 'auto' },
  [theme.breakpoints.up('sm')]: {
    '& > h1 > span, & > h1 > span[data-long]': { fontSize: '2rem', letterSpacing: '0.12em' },
    '& > p': { fontSize: '1.5rem' },
  },
}))
