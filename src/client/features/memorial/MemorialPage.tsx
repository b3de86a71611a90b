import Button from '@mui/material/Button'
import { useState } from 'react'
import { BASIC, type Memorial } from '@contract/memorial'
import { useAccount } from '@client/store/use-account'
import { UnsavedChangesGuard } from '@client/ui/unsaved-changes'
import { ArchiveNotice } from './ArchiveNotice'
import { Biography } from './Biography'
import { BurialPlace } from './burial/BurialPlace'
import { MemorialArticle } from './MemorialArticle'
import { MemorialHead } from './MemorialHead'
import { WordsOfMemory } from './WordsOfMemory'

/** A memorial as it is read; its owner may go over to changing it. */
export function MemorialPage({ memorial }: { memorial: Memorial }) {
  const isOwner = useAccount().user?.id === memorial.user_id
  const [isEditing, setEditing] = useState(false)

  return (
    <UnsavedChangesGuard>
      <MemorialArticle>
        <MemorialHead memorial={memorial} />
        {isOwner && (
          <Button variant="outlined" onClick={() => setEditing(!isEditing)} sx={{ alignSelf: 'flex-start' }}>
            {isEditing ? 'Завершить редактирование' : 'Редактировать'}
          </Button>
        )}
        <Biography text={memorial.biography} />
        <BurialPlace memorialId={memorial.id} isEditing={isOwner && isEditing} />
        <WordsOfMemory memorialId={memorial.id} />
        {memorial.profile_rate === BASIC && <ArchiveNotice />}
      </MemorialArticle>
    </UnsavedChangesGuard>
  )
}
