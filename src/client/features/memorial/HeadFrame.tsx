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

/** The surname stands on a line of its own; read aloud and copied, it is the name in its usual order. */
export function Name({ memorial }: { memorial: MemorialCard }) {
  const given = [memorial.name, memorial.surname].map((part) => part?.trim()).filter(Boolean)
  const lastname = memorial.lastname.trim()
  return (
    <>
      {!lastname || given.length === 0 ? (
        <h1 data-long={isLong(fullName(memorial))}>{fullName(memorial)}</h1>
      ) : (
        <h1 data-long={isLong(given.join(' '))}>
          <span data-long={isLong(lastname)}>{lastname}</span> {given.join(' ')}
        </h1>
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
      <h1>
        <Skeleton animation={false} component="span" sx={{ width: 180, maxWidth: '100%', mx: 'auto' }} />
        <Skeleton animation={false} component="span" sx={{ width: 420, maxWidth: '100%', mx: 'auto' }} />
      </h1>
      <p>
        <Skeleton animation={false} component="span" sx={{ width: 360, maxWidth: '100%', mx: 'auto' }} />
      </p>
    </Head>
  )
}

const TONE = /^#[\da-f]{6}$/i

/** A word with more letters than this does not fit a narrow phone in the usual size. */
const LONG_WORD = 13

function isLong(name: string): true | undefined {
  return name.split(/[ -]/).some(({ length }) => length > LONG_WORD) || undefined
}

/** In px: narrower screens show the portrait from edge to edge. */
const PORTRAIT_WIDTH = 420
const PHONE = '@media (max-width: 479.95px)'
/**
 * Where pixels are so small, two thirds of them look the same. A usual phone of 412 px at 1.75 would miss the copy of 720
 * pixels by one, and take that of 1280.
 */
const PORTRAIT_SIZES = `(min-width: 480px) ${PORTRAIT_WIDTH}px, (min-resolution: 2dppx) 62vw, 99vw`

const PortraitBox = styled('div', { shouldForwardProp: (name) => name !== 'tone' })<{ tone?: string }>(
  ({ theme, tone }) => ({
    // Where the window is low, the name stays in sight under it.
    width: `max(260px, min(${PORTRAIT_WIDTH}px, (100vh - 330px) * 0.8))`,
    marginInline: 'auto',
    overflow: 'hidden',
    border: `1px solid ${String(theme.vars?.palette.divider)}`,
    borderRadius: 8,
    '& > span': { backgroundColor: tone },
    [PHONE]: { width: 'auto', marginInline: theme.spacing(-2), borderInlineWidth: 0 },
    // Where there is no portrait, the default photo is not what people came for.
    '&[data-empty]': { width: 200, marginInline: 'auto', borderInlineWidth: 1 },
    '@media print': { width: '7cm' },
  }),
)

const Head = styled('header')(({ theme }) => ({
  position: 'relative',
  textAlign: 'center',
  fontFamily: theme.typography.h1.fontFamily,
  '& > h1': {
    margin: theme.spacing(3.5, 0, 0),
    fontSize: '2.25rem',
    fontWeight: 400,
    lineHeight: 1.15,
    textWrap: 'balance',
    overflowWrap: 'anywhere',
    '&[data-long]': { fontSize: 'clamp(1.5rem, 7.5vw, 2.25rem)' },
  },
  '& > h1 > span': {
    display: 'block',
    marginBlockEnd: theme.spacing(1),
    // So that the last letter's spacing does not push the word off the axis.
    paddingInlineStart: '0.12em',
    fontSize: '1.375rem',
    letterSpacing: '0.12em',
    textTransform: 'uppercase',
    color: theme.vars?.palette.text.secondary,
    '&[data-long]': { fontSize: 'clamp(1rem, 5vw, 1.375rem)', letterSpacing: '0.06em', paddingInlineStart: '0.06em' },
  },
  '& > p': {
    margin: theme.spacing(2, 0, 0),
    fontSize: 'clamp(1.0625rem, 5.1vw, 1.375rem)',
    lineHeight: 1.4,
    textWrap: 'balance',
    color: theme.vars?.palette.text.secondary,
  },
  '& > p[data-maiden]': { marginBlockStart: theme.spacing(1), fontSize: '1.125rem' },
  '& > div:last-child': { marginBlockStart: theme.spacing(1) },
  '& > form': { marginBlock: theme.spacing(3) },
  '& > form > div': { marginInline: 'auto' },
  [theme.breakpoints.up('sm')]: {
    '& > h1': { fontSize: '3.5rem', '&[data-long]': { fontSize: '3rem' } },
    '& > h1 > span, & > h1 > span[data-long]': { fontSize: '2rem', letterSpacing: '0.12em' },
    '& > p': { fontSize: '1.5rem' },
  },
}))
