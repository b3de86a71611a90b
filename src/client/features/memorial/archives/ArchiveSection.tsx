import Box from '@mui/material/Box'
import type { ArchiveKind } from '@contract/archive'
import type { Memorial } from '@contract/memorial'
import { useNear } from '@client/ui/use-near'
import { Section } from '../Section'
import { UploadList } from '../uploads/UploadList'
import { ARCHIVE_TEXTS } from './archive-texts'
import { ArchiveItems } from './ArchiveItems'
import { ArchiveLoading } from './ArchiveLoading'
import { Uploader } from './Uploader'

export interface ArchiveSectionProps {
  kind: ArchiveKind
  memorial: Memorial
  isEditing: boolean
}

/** One archive. What it holds is asked for when it comes near. */
export function ArchiveSection({ kind, memorial, isEditing }: ArchiveSectionProps) {
  const { ref, isNear } = useNear<HTMLDivElement>()
  const archive = { kind, memorialId: memorial.id }
  const takeFocus = () => ref.current?.focus({ preventScroll: true })

  return (
    <Section title={ARCHIVE_TEXTS[kind].title}>
      <Box ref={ref} tabIndex={-1} sx={{ outline: 'none !important' }}>
        {isEditing && <Uploader kind={kind} memorial={memorial} />}
        <UploadList archive={archive} onFocusLost={takeFocus} />
        {isNear ? (
          <ArchiveItems archive={archive} isEditing={isEditing} onGone={takeFocus} />
        ) : (
          <ArchiveLoading kind={kind} />
        )}
      </Box>
    </Section>
  )
}
