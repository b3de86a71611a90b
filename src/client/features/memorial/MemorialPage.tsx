import { useState } from 'react'
import { ADVANCED, type Memorial } from '@contract/memorial'
import { focusInPlace } from '@client/ui/focus'
import { UnsavedChangesGuard } from '@client/ui/unsaved-changes'
import { ArchiveNotice } from './ArchiveNotice'
import { Archives } from './archives/Archives'
import { StorageUsage } from './archives/StorageUsage'
import { UpgradeOffer } from './archives/UpgradeOffer'
import { Biography } from './Biography'
import { BurialPlace } from './burial/BurialPlace'
import { DeleteMemorial } from './edit/DeleteMemorial'
import { EditBar } from './edit/EditBar'
import { StatusSwitches } from './edit/StatusSwitches'
import { useEditMode } from './edit/use-edit-mode'
import { MemorialArticle } from './MemorialArticle'
import { MemorialHead } from './MemorialHead'
import { WordsOfMemory } from './memories/WordsOfMemory'
import { QrCode } from './QrCode'
import { useIsOwner } from './use-is-owner'

/** A memorial as it is read, and as its owner keeps it. */
export function MemorialPage({ memorial }: { memorial: Memorial }) {
  return (
    <UnsavedChangesGuard>
      <MemorialSections memorial={memorial} />
    </UnsavedChangesGuard>
  )
}

function MemorialSections({ memorial }: { memorial: Memorial }) {
  const isOwner = useIsOwner(memorial)
  const { isEditing, toggle } = useEditMode(isOwner)
  const [wasUpgraded, setUpgraded] = useState(false)
  const isAdvanced = memorial.profile_rate === ADVANCED

  return (
    <MemorialArticle>
      {isOwner && <EditBar isEditing={isEditing} onToggle={toggle} />}
      <MemorialHead memorial={memorial} isEditing={isEditing} />
      {isEditing && <StatusSwitches memorial={memorial} />}
      <Biography memorial={memorial} isEditing={isEditing} />
      <BurialPlace memorialId={memorial.id} isEditing={isEditing} />
      <WordsOfMemory memorial={memorial} isEditing={isEditing} />
      {!isAdvanced && (
        <ArchiveNotice>
          {isOwner && <UpgradeOffer memorial={memorial} onUpgraded={() => setUpgraded(true)} />}
        </ArchiveNotice>
      )}
      {isAdvanced && (
        <Archives memorial={memorial} isEditing={isEditing} ref={wasUpgraded ? focusInPlace : undefined} />
      )}
      {isAdvanced && isOwner && <StorageUsage memorial={memorial} />}
      <QrCode memorialId={memorial.id} isOwner={isOwner} />
      {isEditing && <DeleteMemorial memorial={memorial} />}
    </MemorialArticle>
  )
}
