import { useLocation, useParams } from 'react-router-dom'
import { prefetchedMemorial } from '@client/ui/memorial-link-state'
import { MemorialGate } from './MemorialGate'
import { MemorialPage, type MemorialPageProps } from './MemorialPage'

export type MemorialScreenProps = Omit<MemorialPageProps, 'memorial'>

/** Somebody's page. */
export function MemorialScreen(props: MemorialScreenProps) {
  const id = Number(useParams().memorialId)
  const prefetched = prefetchedMemorial(useLocation().state, id)
  return (
    <MemorialGate memorialId={id} prefetched={prefetched}>
      {(memorial) => <MemorialPage key={id} memorial={memorial} {...props} />}
    </MemorialGate>
  )
}
