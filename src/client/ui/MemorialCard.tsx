import { styled } from '@mui/material/styles'
import { Fragment, type PropsWithChildren, useId } from 'react'
import { Link } from 'react-router-dom'
import type { MemorialCard as MemorialCardData } from '@contract/memorial'
import { paths } from '@contract/paths'
import { familyName, fullName } from '@contract/names'
import { lifeInDigits } from '@contract/shown-days'
import { foundIn } from '../lib/found-in'
import type { MemorialLinkState } from './memorial-link-state'
import { MemorialCardFrame } from './MemorialCardFrame'
import { Photo } from './Photo'
import { portraitOf } from './portrait-of'

export interface MemorialCardProps {
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
