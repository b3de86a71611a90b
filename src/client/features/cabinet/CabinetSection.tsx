import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { type PropsWithChildren, useId } from 'react'

/** A part of the cabinet under a heading of its own. */
export function CabinetSection({ title, children }: PropsWithChildren<{ title: string }>) {
  const titleId = useId()
  return (
    <Box component="section" aria-labelledby={titleId} sx={{ mt: { xs: 6, md: 8 } }}>
      <Typography id={titleId} variant="h2" sx={{ mb: 2 }}>
        {title}
      </Typography>
      {children}
    </Box>
  )
}
