import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { type PropsWithChildren, useId } from 'react'

export interface SectionProps {
  title: string
}

/** A part of a memorial under its heading. */
export function Section({ title, children }: PropsWithChildren<SectionProps>) {
  const titleId = useId()
  return (
    <Box component="section" aria-labelledby={titleId} sx={PRINTED_WHEN_READY}>
      <Typography id={titleId} variant="h2" sx={{ mb: 2.5 }}>
        {title}
      </Typography>
      {children}
    </Box>
  )
}

/** On paper nothing comes any more. */
const PRINTED_WHEN_READY = { '@media print': { '&:has([aria-busy="true"])': { display: 'none' } } } as const
