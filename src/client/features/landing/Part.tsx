import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { type PropsWithChildren, useId } from 'react'

export interface PartProps {
  title: string
}

/** A part of the landing page under its heading. */
export function Part({ title, children }: PropsWithChildren<PartProps>) {
  const titleId = useId()
  return (
    <Box component="section" aria-labelledby={titleId} sx={{ mt: { xs: 8, md: 12 } }}>
      <Typography id={titleId} variant="h2" sx={{ mb: { xs: 3, md: 4 } }}>
        {title}
      </Typography>
      {children}
    </Box>
  )
}
