import { BASIC, type Memorial } from '@contract/memorial'
import { ArchiveNotice } from './ArchiveNotice'
import { Biography } from './Biography'
import { BurialPlace } from './BurialPlace'
import { MemorialArticle } from './MemorialArticle'
import { MemorialHead } from './MemorialHead'
import { WordsOfMemory } from './memories/WordsOfMemory'

/** A memorial as it is read. */
export function MemorialPage({ memorial }: { memorial: Memorial }) {
  return (
    <MemorialArticle>
      <MemorialHead memorial={memorial} />
      <Biography text={memorial.biography} />
      <BurialPlace memorialId={memorial.id} />
      <WordsOfMemory memorialId={memorial.id} />
      {memorial.profile_rate === BASIC && <ArchiveNotice />}
    </MemorialArticle>
  )
}
