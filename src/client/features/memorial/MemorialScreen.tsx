import { useLocation, useParams } from 'react-router-dom'
import { prefetchedMemorial } from '@client/ui/memorial-link-state'
import { MemorialGate } from './MemorialGate'
import { MemorialPage, type MemorialPageProps } from './MemorialPage'
import { useOpenedLetter } from './use-opened-letter'

export type MemorialScreenProps = Omit<MemorialPageProps, 'memorial'>

/** Somebody's page. */
export function MemorialScreen(props: MemorialScreenProps) {
  const id = Number(useParams().memorialId)
  useOpenedLetter()
  const prefetched = prefetchedMemorial(useLocation().state, id)
  return (
    <MemorialGate memorialId={id} prefetched={prefetched}>
      {(memorial) => <MemorialPage key={id} memorial={memorial} {...props} />}
    </MemorialGate>
  )
}
