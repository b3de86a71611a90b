import type { MemorialCard as Card } from '@contract/memorial'
import { CardGrid } from './CardGrid'
import { CachedFragment } from './cached-fragment'
import { MemorialCard } from './MemorialCard'
import { useHoverIntent } from './use-hover-intent'

interface MemorialCardGridProps {
  memorials: Card[]
  /** The words of the search; matches are marked. */
  searched?: string[]
  /** Called when the card of this memorial is hovered. */
  onCardHover: (memorialId: number) => void
  /** Other memorials are loading and will replace these. */
  isLeaving?: boolean
  /** The grid is at the top of a page: a phone shows the first card without scrolling. */
  isAtTop?: boolean
}

/** Memorials as cards, side by side. */
export function MemorialCardGrid({
  memorials,
  searched,
  onCardHover,
  isLeaving = false,
  isAtTop = false,
}: MemorialCardGridProps) {
  const onHover = useHoverIntent()
  return (
    <CardGrid aria-busy={isLeaving} sx={{ opacity: isLeaving ? 0.5 : 1 }}>
      {memorials.map((memorial, index) => {
        const card = { memorial, searched, isNearTop: isAtTop && index === 0 }
        return (
          <li key={memorial.id} {...onHover(() => onCardHover(memorial.id))}>
            <CachedFragment name="card" deps={card}>
              <MemorialCard {...card} />
            </CachedFragment>
          </li>
        )
      })}
    </CardGrid>
  )
}
