import { type PropsWithChildren, useId } from 'react'
import { Link } from 'react-router-dom'
import type { MemorialCard as MemorialCardData } from '@contract/memorial'
import { screens } from '@contract/paths'
import { familyName, fullName } from '@contract/names'
import { lifeInDigits } from '@contract/shown-days'
import { Marked } from './Marked'
import type { MemorialLinkState } from './memorial-link-state'
import { MemorialCardFrame } from './MemorialCardFrame'
import { Photo } from './Photo'
import { portraitOf } from './portrait-of'

export interface MemorialCardProps {
  memorial: MemorialCardData
  /** Nothing of a closed page may be kept in the history of the browser. */
  isClosed?: boolean
  /** The words that its name was searched by. */
  searched?: string[]
  /** It may be seen without scrolling: its photo is loaded at once. */
  isNearTop?: boolean
}

/** A memorial in a list: photo, name, dates of life, link to the page. The children are further paragraphs. */
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
        {/* Whoever has it read aloud hears a whole name, and not the parts of it that are marked. */}
        <h2 id={nameId} aria-label={searched && shownName}>
          <Marked text={shownName} words={searched} />
        </h2>
        <p>{lifeInDigits(memorial)}</p>
        {children}
        <Link to={screens.memorial(memorial.id)} state={linkState} aria-describedby={nameId}>
          Посетить страницу
        </Link>
      </div>
    </MemorialCardFrame>
  )
}

const CARD_WIDTH = '(min-width: 1200px) 270px, (min-width: 900px) 30vw, (min-width: 600px) 48vw, 120px'
