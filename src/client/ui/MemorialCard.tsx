import Skeleton from '@mui/material/Skeleton'
import { styled } from '@mui/material/styles'
import { Fragment, type PropsWithChildren, useId } from 'react'
import { Link } from 'react-router-dom'
import { latinReadings } from '@contract/latin-readings'
import type { MemorialCard as MemorialCardData } from '@contract/memorial'
import { paths } from '@contract/paths'
import { familyName, fullName } from '@contract/names'
import { lifeInDigits } from '@contract/shown-days'
import type { MemorialLinkState } from './navigation'
import { aspectRatioOf, Photo, portraitOf } from './Photo'
import { TARGET_SIZE } from './styles'

interface MemorialCardProps {
  memorial: MemorialCardData
  /** A closed page must leave nothing in the browser's history. */
  isClosed?: boolean
  /** The words of the search. */
  searched?: string[]
  /** It may be visible without scrolling: its photo is loaded eagerly. */
  isNearTop?: boolean
}

/** A memorial in a list: photo, name, dates of life, link to the page. The children are additional paragraphs. */
export function MemorialCard({
  memorial,
  isClosed,
  searched,
  isNearTop,
  children,
}: PropsWithChildren<MemorialCardProps>) {
  const nameId = useId()
  const name = fullName(memorial)
  const shownName = fullName({ ...memorial, lastname: familyName(memorial) })
  const linkState: MemorialLinkState | undefined = isClosed ? undefined : { memorial }

  return (
    <MemorialCardFrame>
      <Photo
        {...portraitOf(memorial)}
        alt={`Фото: ${name}`}
        frame="card"
        sizes={CARD_WIDTH}
        loads={isNearTop ? 'early' : 'late'}
      />
      <div>
        {/* Screen readers read a whole name instead of its marked fragments. */}
        <h2 id={nameId} aria-label={searched && shownName}>
          <Marked text={shownName} words={searched} />
        </h2>
        <p>{lifeInDigits(memorial)}</p>
        {children}
        <Link to={paths.memorial(memorial.id)} state={linkState} aria-describedby={nameId}>
          Посетить страницу
        </Link>
      </div>
    </MemorialCardFrame>
  )
}

const CARD_WIDTH = '(min-width: 1200px) 270px, (min-width: 900px) 30vw, (min-width: 600px) 48vw, 120px'

/** A text with the searched letters marked. */
function Marked({ text, words }: { text: string; words: readonly string[] | undefined }) {
  if (!words) return text
  return foundIn(text, words).map(({ part, isFound }, index) =>
    isFound ? <Mark key={index}>{part}</Mark> : <Fragment key={index}>{part}</Fragment>,
  )
}

const Mark = styled('mark')(({ theme }) => ({
  color: 'inherit',
  backgroundColor: 'transparent',
  boxShadow: `inset 0 -0.12em ${(theme.vars ?? theme).palette.secondary.main}`,
  '@media print': { boxShadow: 'none' },
}))

/** The minimum height of a card on a phone, in px. */
const ROW_HEIGHT = 160

/**
 * The layout of a memorial card: on a phone a row with a narrow portrait, elsewhere a portrait with the text below. A
 * single class styles all its elements, since a list has many. Its children are the photo and a <div> of text.
 */
export const MemorialCardFrame = styled('article')(({ theme }) => {
  const { palette } = theme.vars ?? theme
  return {
    position: 'relative',
    display: 'grid',
    gridTemplateColumns: 'clamp(96px, 30vw, 120px) minmax(0, 1fr)',
    minHeight: ROW_HEIGHT,
    height: '100%',
    overflow: 'hidden',
    border: `1px solid ${palette.divider}`,
    borderRadius: 6,
    backgroundColor: palette.background.paper,
    '&:hover, &:focus-within': { borderColor: palette.secondary.main },
    '&& > [data-frame]': { aspectRatio: 'auto', height: '100%' },
    '& > div': { display: 'flex', flexDirection: 'column', gap: 4, padding: '12px 16px' },
    '& h2, & h3': { ...theme.typography.h4, margin: 0, hyphens: 'auto' },
    '& p': { ...theme.typography.body2, margin: 0, color: palette.text.secondary, fontVariantNumeric: 'tabular-nums' },
    '& a': {
      ...theme.typography.button,
      marginTop: 'auto',
      color: palette.primary.main,
      textUnderlineOffset: '0.2em',
      textDecorationColor: palette.divider,
      // The link covers the whole card, so a finger can't miss it.
      '&::after': { content: '""', position: 'absolute', inset: 0 },
    },
    // Large letters need the full width.
    [theme.breakpoints.down('sm')]: {
      'html[data-letters] &': { gridTemplateColumns: 'minmax(0, 1fr)' },
      'html[data-letters] && > [data-frame]': { aspectRatio: aspectRatioOf('card'), height: 'auto' },
    },
    [theme.breakpoints.up('sm')]: {
      gridTemplateColumns: 'minmax(0, 1fr)',
      gridTemplateRows: 'auto 1fr',
      '&& > [data-frame]': { aspectRatio: aspectRatioOf('card'), height: 'auto' },
      '& > div': { padding: 20 },
      // Space above the button of the highest card.
      '& p:last-of-type': { marginBottom: 12 },
      '& a': {
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'center',
        minHeight: TARGET_SIZE,
        border: '1px solid currentcolor',
        borderColor: `color-mix(in srgb, ${palette.primary.main} 50%, transparent)`,
        borderRadius: 6,
        textDecoration: 'none',
      },
      '& a:hover': { backgroundColor: palette.action.hover },
    },
  }
})

/** Reserves the space of a loading card: as high as one with a full name, which takes two lines. */
export function MemorialCardSkeleton() {
  return (
    <MemorialCardFrame>
      <Skeleton data-frame variant="rectangular" animation={false} width="100%" />
      <div>
        <Skeleton animation={false} height={NAME_HEIGHT} />
        <Skeleton animation={false} height={DATES_HEIGHT} width="75%" />
        <Skeleton animation={false} variant="rounded" sx={LINK} />
      </div>
    </MemorialCardFrame>
  )
}

/** Two lines of the theme's `h4`: 20 pixels by 1.35. */
const NAME_HEIGHT = 54
/** One line of the theme's `body2`: 16 pixels by 1.6. */
const DATES_HEIGHT = 25.6
const LINK = { mt: { xs: 'auto', sm: 1.5 }, height: { xs: 24, sm: TARGET_SIZE } } as const

/** A fragment of a text, and whether it matches the search. */
interface FoundPart {
  part: string
  isFound: boolean
}

/** A word with tolerated typos shares at least this share of its letters with the name. */
const LIKE_ENOUGH = 0.6
const FORGIVEN_FROM_LETTERS = 4

/**
 * Splits a name where it matches the searched words. Case, ё and hyphens do not matter; for a word that does not occur
 * in the name, the letters that it shares with the most similar word of the name are marked. Latin letters are read as
 * the server reads them.
 */
export function foundIn(text: string, words: readonly string[]): FoundPart[] {
  const plain = plainly(text)
  const isFound = new Array<boolean>(text.length).fill(false)
  for (const typed of words.map(plainly).filter(Boolean)) {
    const readings = [typed, ...latinReadings(typed)]
    const word = readings.find((reading) => placeOf(plain, reading) >= 0)
    if (word !== undefined) isFound.fill(true, placeOf(plain, word), placeOf(plain, word) + word.length)
    else for (const index of mostOf(readings.map((reading) => sharedLetters(plain, reading)))) isFound[index] = true
  }
  const parts: FoundPart[] = []
  for (const [index, sign] of Array.from({ length: text.length }, (_, at) => text[at] as string).entries()) {
    const last = parts.at(-1)
    if (last && last.isFound === isFound[index]) last.part += sign
    else parts.push({ part: sign, isFound: isFound[index] as boolean })
  }
  return parts
}

/** The result has the length of the text. */
function plainly(text: string): string {
  return text
    .toLowerCase()
    .replace(/ё/g, 'е')
    .replace(/\p{Pd}/gu, ' ')
}

/** The index of a word in a text, a single letter only at the start of a word; -1 if absent. */
function placeOf(text: string, word: string): number {
  return word.length > 1 ? text.indexOf(word) : startOfWord(text, word)
}

function mostOf(found: number[][]): number[] {
  return found.reduce((most, each) => (each.length > most.length ? each : most), [])
}

function startOfWord(text: string, letter: string): number {
  return text.startsWith(letter) ? 0 : text.indexOf(` ${letter}`) + 1 || -1
}

function sharedLetters(text: string, word: string): number[] {
  if (word.length < FORGIVEN_FROM_LETTERS) return []
  let best: number[] = []
  for (const { 0: name, index } of text.matchAll(/\p{L}+/gu)) {
    const shared = longestCommonSubsequence(name, word)
    const isLike = shared.length >= LIKE_ENOUGH * Math.max(name.length, word.length)
    if (isLike && shared.length > best.length) best = shared.map((at) => index + at)
  }
  return best
}

/** The indexes in the first word of the letters that both share in the same order. */
function longestCommonSubsequence(one: string, other: string): number[] {
  const lengths = Array.from({ length: one.length + 1 }, () => new Array<number>(other.length + 1).fill(0))
  const at = (row: number, column: number) => lengths[row]?.[column] ?? 0
  for (let row = one.length - 1; row >= 0; row--) {
    for (let column = other.length - 1; column >= 0; column--) {
      const isSame = one[row] === other[column]
      const length = isSame ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1))
      ;(lengths[row] as number[])[column] = length
    }
  }
  const shared: number[] = []
  for (let row = 0, column = 0; row < one.length && column < other.length;) {
    if (one[row] === other[column]) {
      shared.push(row)
      row++
      column++
    } else if (at(row + 1, column) >= at(row, column + 1)) row++
    else column++
  }
  return shared
}
