import { useLocation, useParams } from 'react-router-dom'
import { prefetchedMemorial } from '@client/ui/memorial-link-state'
import { MemorialGate } from './MemorialGate'
import { MemorialPage, type MemorialPageProps } from './MemorialPage'

export type MemorialScreenProps = Pick<MemorialPageProps, 'promoCode'>

/** Somebody's page. */
export function MemorialScreen({ promoCode }: MemorialScreenProps) {
  const id = Number(useParams().memorialId)
  const prefetched = prefetchedMemorial(useLocation().state, id)
  return (
    <MemorialGate memorialId={id} prefetched={prefetched}>
      {(memorial) => <MemorialPage key={id} memorial={memorial} promoCode={promoCode} />}
    </MemorialGate>
  )
}
