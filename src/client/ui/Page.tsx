import Box from '@mui/material/Box'
import Container from '@mui/material/Container'
import Typography from '@mui/material/Typography'
import { type PropsWithChildren, type ReactNode, useId } from 'react'
import { typeset } from '@contract/typeset'
import { useSettings } from './settings'
import { belowTheFold, visuallyHidden } from './styles'

interface PageProps {
  /** The heading, and the tab's title. */
  title: string
  lead?: ReactNode
  /** An ornament above the heading. */
  above?: ReactNode
  /** 'sm' for forms, 'md' for text, 'lg' for lists. */
  width?: 'sm' | 'md' | 'lg'
}

/** A page with its heading and the space around it. */
export function Page({ title, lead, above, width = 'lg', children }: PropsWithChildren<PageProps>) {
  return (
    <Container maxWidth={width} sx={PAGE}>
      <PageTitle>{title}</PageTitle>
      {above}
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

const PAGE = {
  pt: { xs: 4, md: 7 },
  pb: { xs: 7, md: 11 },
  '& > .MuiTypography-root + .MuiAlert-root': { mt: 3 },
} as const

/** In characters: those of a lead are larger than a text's. */
const LONGEST_RUN = 12

/** The tab's title. */
export function PageTitle({ children }: { children: string }) {
  const { siteName } = useSettings()
  return <title>{`${children} — ${siteName}`}</title>
}

interface SectionProps {
  /** For links to the section. */
  id?: string
  title: string
  /** The space above the section and below its heading. 'none': the parent sets the space. */
  spacing?: keyof typeof SPACING
  /** The heading is visible to screen readers only, where the content speaks for itself. */
  hidesTitle?: boolean
  /** The approximate height on a phone, in px, for a section below the fold. */
  phoneHeight?: number
}

/**
 * A section of a page with a heading. Not printed while it loads, or where its content is marked as `data-not-printed`.
 */
export function Section({
  id,
  title,
  spacing = 'none',
  hidesTitle,
  phoneHeight,
  children,
}: PropsWithChildren<SectionProps>) {
  const titleId = useId()
  const { above, belowTitle } = SPACING[spacing]
  return (
    <Box
      component="section"
      id={id}
      aria-labelledby={titleId}
      sx={{ mt: above, ...(phoneHeight && belowTheFold(phoneHeight)), ...HIDDEN_IN_PRINT }}
    >
      <Typography id={titleId} variant="h2" sx={hidesTitle ? visuallyHidden : { mb: belowTitle }}>
        {title}
      </Typography>
      {children}
    </Box>
  )
}

const SPACING = {
  none: { above: undefined, belowTitle: 2.5 },
  small: { above: { xs: 5, md: 7 }, belowTitle: 2 },
  medium: { above: { xs: 6, md: 8 }, belowTitle: 2 },
  large: { above: { xs: 8, md: 12 }, belowTitle: { xs: 3, md: 4 } },
} as const

const HIDDEN_IN_PRINT = {
  '@media print': { '&:has([aria-busy="true"], [data-not-printed])': { display: 'none' } },
} as const
