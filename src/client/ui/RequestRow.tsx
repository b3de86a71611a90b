import Box from '@mui/material/Box'
import type { PropsWithChildren, ReactNode } from 'react'

/** Somebody's request in a list of such, with what can be done about it: below the words where there is no room beside. */
export function RequestRow({ actions, children }: PropsWithChildren<{ actions: ReactNode }>) {
  return (
    <Box component="li" sx={ROW}>
      <Box sx={{ flex: '1 1 260px', minWidth: 0, overflowWrap: 'anywhere' }}>{children}</Box>
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
