import { styled } from '@mui/material/styles'
import type { LegalClause } from '@contract/legal'
import { LegalHtml } from './LegalHtml'

/** A clause with its number next to it; lists and term-by-term tables inside it stand under its text. */
export function Clause({ clause: { id, number, html } }: { clause: LegalClause }) {
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
