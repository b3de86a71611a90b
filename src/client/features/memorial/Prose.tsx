import { styled } from '@mui/material/styles'
import type { PropsWithChildren, ReactNode } from 'react'
import { blocksOf, type ProseBlock } from '@contract/prose'
import { typeset } from '@contract/typeset'

/** A long text in the paragraphs of its author, set like a book. */
export function Prose({ children }: { children: string }) {
  return <Book>{blocksOf(children).map(shownBlock)}</Book>
}

function shownBlock(block: ProseBlock, key: number): ReactNode {
  switch (block.kind) {
    case 'list':
      return (
        <ul key={key}>
          {block.items.map((item, index) => (
            <li key={index}>{typeset(item)}</li>
          ))}
        </ul>
      )
    case 'numbered':
      return (
        <ol key={key}>
          {block.items.map(({ number, text }, index) => (
            <li key={index} value={number}>
              {typeset(text)}
            </li>
          ))}
        </ol>
      )
    case 'quotation':
      return <blockquote key={key}>{typeset(block.text)}</blockquote>
    case 'heading':
      return <h3 key={key}>{typeset(block.text)}</h3>
    default:
      return <p key={key}>{typeset(block.text)}</p>
  }
}

const Book = styled('div')<PropsWithChildren>(({ theme }) => ({
  fontFamily: theme.typography.h1.fontFamily,
  fontSize: '1.25rem',
  lineHeight: 1.6,
  textAlign: 'start',
  textWrap: 'pretty',
  hangingPunctuation: 'first',
  '& > *': { margin: 0, whiteSpace: 'pre-line' },
  '& > * + *': { marginBlockStart: '0.8em' },
  '& > h3': { fontSize: '1.0625em', fontWeight: 700, lineHeight: 1.35, textWrap: 'balance', breakAfter: 'avoid' },
  '& > * + h3': { marginBlockStart: '1.6em' },
  '& > ul, & > ol': { paddingInlineStart: '1.4em' },
  '& li::marker': { color: theme.vars?.palette.text.secondary },
  '& > blockquote': { paddingInline: '1.4em', color: theme.vars?.palette.text.secondary },
  // With the largest letters, a word of a dozen letters still fits.
  [theme.breakpoints.down('sm')]: { fontSize: 'min(1.1875rem, 10vw)', lineHeight: 30 / 19, hyphens: 'auto' },
  '@media print': { fontSize: '11.5pt', lineHeight: 1.5, orphans: 2, widows: 2, hyphens: 'auto' },
}))
