import Box from '@mui/material/Box'
import type { Ref } from 'react'
import { ARCHIVE_KINDS } from '@contract/archive-kinds'
import { ArchiveSection, type ArchiveSectionProps } from './ArchiveSection'

export interface ArchivesProps extends Omit<ArchiveSectionProps, 'kind'> {
  ref?: Ref<HTMLDivElement>
}

/** Photos, audio and video of an advanced memorial. */
export function Archives({ ref, ...section }: ArchivesProps) {
  return (
    <Box ref={ref} tabIndex={-1} data-wide sx={ARCHIVES}>
      {ARCHIVE_KINDS.map((kind) => (
        <ArchiveSection key={kind} kind={kind} {...section} />
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
