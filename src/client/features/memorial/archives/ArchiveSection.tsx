import Box from '@mui/material/Box'
import type { ArchiveKind } from '@contract/archive'
import type { Memorial } from '@contract/memorial'
import { FOCUS_AREA } from '@client/ui/focus'
import { useInView } from '@client/ui/use-in-view'
import { Section } from '@client/ui/Section'
import { Uploader, UploadList } from '../edit-mode'
import { ARCHIVE_TEXTS } from './archive-texts'
import { ArchiveItems } from './ArchiveItems'
import { ArchiveLoading } from './ArchiveLoading'

export interface ArchiveSectionProps {
  kind: ArchiveKind
  memorial: Memorial
  isEditing: boolean
  /** Whether the reader is a keeper: uploads continue after the edit mode ends. */
  isKeeper: boolean
}

/** One archive. Its items are fetched shortly before it scrolls into view. */
export function ArchiveSection({ kind, memorial, isEditing, isKeeper }: ArchiveSectionProps) {
  const { ref, isInView } = useInView<HTMLDivElement>()
  const archive = { kind, memorialId: memorial.id }

  return (
    <Section title={ARCHIVE_TEXTS[kind].title}>
      <Box ref={ref} {...FOCUS_AREA}>
        {isEditing && <Uploader kind={kind} memorial={memorial} />}
        {isKeeper && <UploadList archive={archive} />}
        {isInView ? <ArchiveItems archive={archive} isEditing={isEditing} /> : <ArchiveLoading kind={kind} />}
      </Box>
    </Section>
  )
}
