import Typography from '@mui/material/Typography'
import { type PropsWithChildren, useId } from 'react'

export interface SectionProps {
  title: string
}

/** A part of a memorial under its heading. */
export function Section({ title, children }: PropsWithChildren<SectionProps>) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId}>
      <Typography id={titleId} variant="h2" sx={{ mb: 2.5 }}>
        {title}
      </Typography>
      {children}
    </section>
  )
}
