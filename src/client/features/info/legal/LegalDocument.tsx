import Box from '@mui/material/Box'
import GlobalStyles from '@mui/material/GlobalStyles'
import Skeleton from '@mui/material/Skeleton'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import type { MouseEvent } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import type { LegalClause, LegalDocument as Document, LegalSection } from '@contract/legal'

/** A document for reading and printing: numbered sections, with a table of contents next to them on wide windows. */
export function LegalDocument({ document: { title, summary, sections } }: { document: Document }) {
  const followLink = useLinksOfSite()
  return (
    <Box sx={COLUMNS}>
      <GlobalStyles styles={PRINTED_ALONE} />
      <TableOfContents sections={sections} />
      <Text aria-label={title} onClick={followLink}>
        {summary && (
          <Box sx={SUMMARY}>
            <LegalHtml html={summary} />
          </Box>
        )}
        {sections.map(({ id, number, title: heading, clauses }) => (
          <section key={id} aria-labelledby={id}>
            <Typography id={id} variant="h3" component="h2" tabIndex={-1} sx={HEADING}>
              {number}. {heading}
            </Typography>
            {clauses.map((clause) => (
              <Clause key={clause.number} clause={clause} />
            ))}
          </section>
        ))}
      </Text>
    </Box>
  )
}

/** Reserves the space of a document that is loading: the height of its beginning. */
export function LegalDocumentSkeleton() {
  return (
    <Box sx={COLUMNS}>
      <Box sx={{ display: { xs: 'none', md: 'block' } }}>
        <Skeleton animation={false} variant="rounded" height={CONTENTS_HEIGHT} />
      </Box>
      <div>
        {Array.from({ length: AWAITED_CLAUSES }, (_nothing, index) => (
          <Skeleton key={index} animation={false} variant="rounded" height={CLAUSE_HEIGHT} sx={{ mb: 3 }} />
        ))}
      </div>
    </Box>
  )
}

/** The approximate heights of the contents and of a clause on a wide window, in px. */
const CONTENTS_HEIGHT = 400
const CLAUSE_HEIGHT = 120
const AWAITED_CLAUSES = 12

/** The text is HTML with plain links. The router handles those within the site, without a page load. */
function useLinksOfSite() {
  const navigate = useNavigate()
  return (event: MouseEvent<HTMLElement>) => {
    const href = (event.target as Element).closest('a')?.getAttribute('href') ?? ''
    const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
    if (!/^[#/]/.test(href) || opensElsewhere) return
    event.preventDefault()
    void navigate(href)
    // The router scrolls; the focus has to follow, or Tab would continue from here.
    if (href.startsWith('#')) document.getElementById(href.slice(1))?.focus({ preventScroll: true })
  }
}

/** On paper the document is printed without the rest of the site. */
const PRINTED_ALONE = {
  '@media print': {
    'header, footer': { display: 'none !important' },
    'html, body': { background: 'none !important' },
    '@page': { margin: '18mm' },
  },
} as const

const COLUMNS = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '260px minmax(0, 1fr)' },
  columnGap: { md: 7, lg: 9 },
  alignItems: 'start',
  '@media print': { display: 'block' },
} as const

const Text = styled('article')(({ theme }) => ({
  maxWidth: '70ch',
  overflowWrap: 'anywhere',
  // Looks like a Link of Material UI.
  '& a': {
    color: theme.vars?.palette.primary.main,
    textUnderlineOffset: '0.2em',
    textDecorationColor: theme.alpha(theme.vars?.palette.primary.main ?? '', 0.4),
  },
  '& a:hover': { textDecorationColor: 'inherit' },
}))

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

/** A clause with its number next to it; lists and term-by-term tables inside it stand under its text. */
function Clause({ clause: { id, number, html } }: { clause: LegalClause }) {
  return (
    <Row {...(id && { id, tabIndex: -1 })}>
      <Number>{number}.</Number>
      <LegalHtml html={html} />
    </Row>
  )
}

const Row = styled('div')(({ theme }) => ({
  ...theme.typography.body1,
  display: 'grid',
  gridTemplateColumns: '3.25rem minmax(0, 1fr)',
  marginTop: theme.spacing(1.5),
  textWrap: 'pretty',
  // On a phone the text runs around its number: a column for it would take a sixth of the line.
  [theme.breakpoints.down('sm')]: { display: 'block' },
  '& ul': { margin: theme.spacing(1, 0, 0), paddingInlineStart: '1.25em' },
  '& li + li': { marginTop: theme.spacing(0.5) },
  '& dl': { margin: theme.spacing(0.5, 0, 0), display: 'grid', columnGap: theme.spacing(2) },
  '& dt': { paddingTop: theme.spacing(0.75), color: theme.vars?.palette.text.secondary },
  '& dd': { margin: 0 },
  [theme.breakpoints.up('sm')]: {
    '& dl': { gridTemplateColumns: '8.5rem minmax(0, 1fr)' },
    '& dd': { paddingTop: theme.spacing(0.75) },
  },
  '@media print': { fontSize: '11pt', lineHeight: 1.45 },
}))

const Number = styled('span')(({ theme }) => ({
  color: theme.vars?.palette.text.secondary,
  fontVariantNumeric: 'tabular-nums',
  [theme.breakpoints.down('sm')]: { float: 'inline-start', marginInlineEnd: '0.5em' },
}))

/** Links to each section, sticky on wide windows. */
function TableOfContents({ sections }: { sections: LegalSection[] }) {
  return (
    <Box component="nav" aria-labelledby="contents" sx={BESIDE_THE_TEXT}>
      <Typography id="contents" variant="subtitle2" component="p" sx={{ mb: 1 }}>
        Содержание
      </Typography>
      <List>
        {sections.map(({ id, number, title }) => (
          <li key={id}>
            {/* The router scrolls; the focus has to follow, or Tab would continue from here. */}
            <Link to={{ hash: `#${id}` }} onClick={() => document.getElementById(id)?.focus({ preventScroll: true })}>
              <span>{number}.</span>
              {title}
            </Link>
          </li>
        ))}
      </List>
    </Box>
  )
}

const BESIDE_THE_TEXT = {
  display: { xs: 'none', md: 'block' },
  position: 'sticky',
  top: 24,
  maxHeight: 'calc(100vh - 48px)',
  overflowY: 'auto',
  '@media print': { display: 'none' },
} as const

const List = styled('ol')(({ theme }) => ({
  ...theme.typography.body2,
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& a': {
    display: 'grid',
    gridTemplateColumns: '2em minmax(0, 1fr)',
    // One line is a target of 44 px; each further line adds its own height, so that the entries are evenly spaced.
    padding: theme.spacing(1.375, 0),
    lineHeight: 1.35,
    color: theme.vars?.palette.text.secondary,
    textDecoration: 'none',
  },
  '& a:hover': { color: theme.vars?.palette.text.primary, textDecoration: 'underline', textUnderlineOffset: '0.2em' },
  '& a:focus-visible': { outlineOffset: -3 },
}))

/**
 * A fragment of a legal page. Our own server generates its HTML from the operator's Markdown, in which HTML stays text: nothing
 * that a visitor wrote gets here. The architecture test allows HTML in this file alone.
 */
function LegalHtml({ html }: { html: string }) {
  return <div dangerouslySetInnerHTML={{ __html: html }} />
}
