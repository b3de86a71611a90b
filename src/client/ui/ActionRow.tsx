import Box from '@mui/material/Box'
import type { PropsWithChildren, ReactNode } from 'react'

export interface ActionRowProps {
  actions: ReactNode
  /** The address of a small picture of it. */
  picture?: string | null
}

/** Something in a list, with what can be done about it: below the words where there is no room beside. */
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
