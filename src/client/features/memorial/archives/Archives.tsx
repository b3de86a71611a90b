import Box from '@mui/material/Box'
import type { Ref, SyntheticEvent } from 'react'
import { ARCHIVE_KINDS } from '@contract/archive'
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
    <Box ref={ref} tabIndex={-1} data-wide onPlayCapture={pauseOthers} sx={ARCHIVES}>
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

/** Two recordings at once can't be listened to. */
function pauseOthers({ currentTarget, target }: SyntheticEvent): void {
  for (const player of currentTarget.querySelectorAll<HTMLMediaElement>('audio, video')) {
    if (player !== target) player.pause()
  }
}
