import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { type PropsWithChildren, useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import type { Memorial } from '@contract/memorial'
import { ADVANCED } from '@contract/memorial-terms'
import { screens } from '@contract/paths'
import { useAccount } from '@client/store/use-account'
import { focusInPlace } from '@client/ui/focus'
import { Section } from '@client/ui/Section'
import { UnsavedChangesGuard, useLeaveBy } from '@client/ui/unsaved-changes'
import { Archives } from './archives/Archives'
import { StorageUsage } from './archives/StorageUsage'
import { UpgradeOffer } from './archives/UpgradeOffer'
import { Biography } from './Biography'
import { BurialPlace } from './burial/BurialPlace'
import { DeleteMemorial } from './edit/DeleteMemorial'
import { EditBar } from './edit/EditBar'
import { StatusSwitches } from './edit/StatusSwitches'
import { MemorialArticle } from './MemorialArticle'
import { MemorialHead } from './MemorialHead'
import { WordsOfMemory } from './memories/WordsOfMemory'
import { QrCode } from './QrCode'
import { ShareButton } from './ShareButton'

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
      <footer>
        <ShareButton memorial={memorial} />
      </footer>
    </MemorialArticle>
  )
}

/** On a basic memorial, in place of the archives. The children offer its owner the upgrade. */
function ArchiveNotice({ children }: PropsWithChildren) {
  return (
    <Section title="Архив памяти">
      <Typography color="textSecondary" sx={{ mb: 1 }}>
        Архивы фотографий, аудио и видео доступны на тарифе «Продвинутый».
      </Typography>
      {children || (
        <Link component={RouterLink} to={screens.tariffs} sx={{ display: 'inline-block', py: 1 }}>
          Тарифы и цены
        </Link>
      )}
    </Section>
  )
}

/** Whether the visitor keeps this memorial. */
function useIsOwner({ user_id }: Memorial): boolean {
  return useAccount().user?.id === user_id
}

/** Whether the owner is changing the page. Leaving asks first when something typed would be lost. */
function useEditMode(isOwner: boolean) {
  const [isOn, setOn] = useState(false)
  const leaveBy = useLeaveBy()

  return {
    isEditing: isOn && isOwner,
    toggle: () => (isOn ? leaveBy(() => setOn(false)) : setOn(true)),
  }
}
