import type { MemorialCard as Card } from '@contract/memorial'
import { CardGrid } from './CardGrid'
import { MemorialCard } from './MemorialCard'
import { useRest } from './use-rest'

export interface MemorialCardGridProps {
  memorials: Card[]
  /** A mouse has come to rest on the card of this memorial. */
  onCardRest: (memorialId: number) => void
  /** The memorials are about to give way to others. */
  isLeaving?: boolean
}

/** Memorials as cards, side by side. */
export function MemorialCardGrid({ memorials, onCardRest, isLeaving = false }: MemorialCardGridProps) {
  const restOn = useRest()
  return (
    <CardGrid aria-busy={isLeaving} sx={{ opacity: isLeaving ? 0.5 : 1 }}>
      {memorials.map((memorial) => (
        <li key={memorial.id} {...restOn(() => onCardRest(memorial.id))}>
          <MemorialCard memorial={memorial} />
        </li>
      ))}
    </CardGrid>
  )
}
