import Container from '@mui/material/Container'
import Typography from '@mui/material/Typography'
import type { PropsWithChildren, ReactNode } from 'react'
import { typeset } from '@contract/typeset'
import { useSettings } from './settings'

export interface PageProps {
  /** The heading, and the tab's title. */
  title: string
  lead?: ReactNode
  /** 'sm' for forms, 'md' for text, 'lg' for lists. */
  width?: 'sm' | 'md' | 'lg'
}

/** A page with its heading and the space around it. */
export function Page({ title, lead, width = 'lg', children }: PropsWithChildren<PageProps>) {
  return (
    <Container maxWidth={width} sx={{ pt: { xs: 4, md: 7 }, pb: { xs: 7, md: 11 } }}>
      <PageTitle>{title}</PageTitle>
      <Typography variant="h1">{title}</Typography>
      {lead && (
        <Typography
          variant="subtitle1"
          component="p"
          color="textSecondary"
          sx={{ mt: 1.5, maxWidth: '60ch', textWrap: 'pretty' }}
        >
          {typeof lead === 'string' ? typeset(lead, { longestRun: LONGEST_RUN }) : lead}
        </Typography>
      )}
      {children}
    </Container>
  )
}

/** In letters: those of a lead are larger than a text's. */
const LONGEST_RUN = 12

/** The tab's title. */
export function PageTitle({ children }: { children: string }) {
  const { siteName } = useSettings()
  return <title>{`${children} — ${siteName}`}</title>
}
