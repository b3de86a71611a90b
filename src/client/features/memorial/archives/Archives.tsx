import Box from '@mui/material/Box'
import type { SyntheticEvent } from 'react'
import { ARCHIVE_KINDS } from '@contract/archive'
import type { Memorial } from '@contract/memorial'
import { ArchiveSection } from './ArchiveSection'

export interface ArchivesProps {
  memorial: Memorial
  isEditing: boolean
}

/** Photos, audio and video of an advanced memorial. */
export function Archives({ memorial, isEditing }: ArchivesProps) {
  return (
    <Box onPlayCapture={pauseOthers} sx={{ display: 'flex', flexDirection: 'column', gap: { xs: 6, md: 8 } }}>
      {ARCHIVE_KINDS.map((kind) => (
        <ArchiveSection key={kind} kind={kind} memorial={memorial} isEditing={isEditing} />
      ))}
    </Box>
  )
}

/** Two recordings at once can't be listened to. */
function pauseOthers({ currentTarget, target }: SyntheticEvent): void {
  for (const player of currentTarget.querySelectorAll<HTMLMediaElement>('audio, video')) {
    if (player !== target) player.pause()
  }
}
