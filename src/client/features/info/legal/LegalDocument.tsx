import Box from '@mui/material/Box'
import GlobalStyles from '@mui/material/GlobalStyles'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { Page } from '@client/ui/Page'
import { Clause } from './Clause'
import { EDITION, type LegalSection } from './legal-section'
import { TableOfContents } from './TableOfContents'

export interface LegalDocumentProps {
  title: string
  /** In a few words what the document is about. Not a part of it. */
  summary?: ReactNode
  sections: LegalSection[]
}

/** A document as one reads or prints it: numbered sections, and beside them on wide screens the way to each. */
export function LegalDocument({ title, summary, sections }: LegalDocumentProps) {
  return (
    <Page title={title} lead={EDITION}>
      <GlobalStyles styles={PRINTED_ALONE} />
      <Box sx={COLUMNS}>
        <TableOfContents sections={sections} />
        <Box component="article" aria-label={title} sx={TEXT}>
          {summary && <Box sx={SUMMARY}>{summary}</Box>}
          {sections.map(({ id, title: heading, clauses }, index) => (
            <section key={id} aria-labelledby={id}>
              <Typography id={id} variant="h3" component="h2" tabIndex={-1} sx={HEADING}>
                {index + 1}. {heading}
              </Typography>
              {clauses.map((clause, place) => (
                <Clause key={place} number={`${index + 1}.${place + 1}.`}>
                  {clause}
                </Clause>
              ))}
            </section>
          ))}
        </Box>
      </Box>
    </Page>
  )
}

/** On paper the document stands without the site around it. */
const PRINTED_ALONE = {
  '@media print': {
    'header, footer': { display: 'none !important' },
    'html, body': { background: 'none !important' },
    '@page': { margin: '18mm' },
  },
} as const

const COLUMNS = {
  mt: { xs: 3, md: 5 },
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '260px minmax(0, 1fr)' },
  columnGap: { md: 7, lg: 9 },
  alignItems: 'start',
  '@media print': { display: 'block' },
} as const

const TEXT = { maxWidth: '70ch', overflowWrap: 'anywhere' } as const

const SUMMARY = {
  p: { xs: 2.5, sm: 3 },
  mb: 5,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  backgroundColor: 'background.paper',
  '& p': { m: 0 },
  '& p + p': { mt: 1.5 },
  '@media print': { display: 'none' },
} as const

const HEADING = { mt: 5, mb: 2, 'section:first-of-type > &': { mt: 0 }, breakAfter: 'avoid' } as const
