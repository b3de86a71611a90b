import Box from '@mui/material/Box'
import type { PropsWithChildren, ReactNode } from 'react'

export interface ActionRowProps {
  actions: ReactNode
  /** The URL of a thumbnail. */
  picture?: string | null
}

/** A list item with its actions, which wrap below the text when there is no room next to it. */
export function ActionRow({ actions, picture, children }: PropsWithChildren<ActionRowProps>) {
  return (
    <Box component="li" sx={ROW}>
      <Box sx={{ flex: '1 1 260px', minWidth: 0, display: 'flex', alignItems: 'center', gap: 2 }}>
        {picture && <Box component="img" src={picture} alt="" sx={PICTURE} />}
        <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>{children}</Box>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>{actions}</Box>
    </Box>
  )
}

const ROW = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 2,
  rowGap: 1,
  py: 1.5,
  borderTop: 1,
  borderColor: 'divider',
} as const

const PICTURE = { width: 56, height: 56, objectFit: 'cover', borderRadius: 1, flexShrink: 0 } as const
