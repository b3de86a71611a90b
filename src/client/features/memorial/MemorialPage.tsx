import { useLocation, useParams } from 'react-router-dom'
import { prefetchedMemorial } from '@client/ui/memorial-link-state'
import { MemorialGate } from './MemorialGate'
import { MemorialContent, type MemorialContentProps } from './MemorialContent'
import { useOpenedLetter } from './use-opened-letter'

export type MemorialPageProps = Omit<MemorialContentProps, 'memorial'>

export function MemorialPage(props: MemorialPageProps) {
  const id = Number(useParams().memorialId)
  useOpenedLetter()
  const prefetched = prefetchedMemorial(useLocation().state, id)
  return (
    <MemorialGate memorialId={id} prefetched={prefetched}>
      {(memorial) => <MemorialContent key={id} memorial={memorial} {...props} />}
    </MemorialGate>
  )
}
