import Box from '@mui/material/Box'
import type { Ref } from 'react'
import { ARCHIVE_KINDS } from '@contract/archive-kinds'
import type { Memorial } from '@contract/memorial'
import { ArchiveSection } from './ArchiveSection'

export interface ArchivesProps {
  memorial: Memorial
  isEditing: boolean
  ref?: Ref<HTMLDivElement>
}

/** Photos, audio and video of an advanced memorial. */
export function Archives({ memorial, isEditing, ref }: ArchivesProps) {
  return (
    <Box ref={ref} tabIndex={-1} data-wide sx={ARCHIVES}>
      {ARCHIVE_KINDS.map((kind) => (
        <ArchiveSection key={kind} kind={kind} memorial={memorial} isEditing={isEditing} />
      ))}
    </Box>
  )
}

const ARCHIVES = {
  display: 'flex',
  flexDirection: 'column',
  gap: { xs: 7, md: 11 },
  outline: 'none !important',
} as const
