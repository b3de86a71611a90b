import { styled } from '@mui/material/styles'

/** In px: the width of a line of text. */
export const READING_WIDTH = 640
/** In px: the width of a section with `data-wide`. */
export const WIDE_WIDTH = 960

/** The layout of a memorial, also while it is loading: centred sections one below another, with quiet headings. */
export const MemorialArticle = styled('article')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: theme.spacing(7),
  padding: theme.spacing(3, 2, 8),
  '& > *': { width: '100%', maxWidth: READING_WIDTH },
  '& > header, & > [data-wide], & > [data-album]': { maxWidth: WIDE_WIDTH },
  '@media (min-width: 1400px)': { '& > [data-album]': { maxWidth: 'min(1640px, 100vw - 160px)' } },
  '& > footer': { textAlign: 'center' },
  '& > section, & > [data-album] > section': { textAlign: 'center' },
  '& .MuiAlert-root': { textAlign: 'start' },
  '& [aria-busy] > p': { justifyContent: 'center' },
  '& section > h2': {
    margin: theme.spacing(0, 0, 3),
    fontSize: '1.5rem',
    fontWeight: 400,
    lineHeight: 1.3,
    color: theme.vars?.palette.secondary.main,
  },
  [theme.breakpoints.up('md')]: {
    gap: theme.spacing(11),
    padding: theme.spacing(7, 3, 12),
  },
  '@media print': {
    display: 'block',
    padding: 0,
    '& > *': { maxWidth: 'none' },
    '& > * + *, & > [data-album] > * + *': { marginBlockStart: '1cm' },
    '& > footer': { display: 'none' },
    '& section > h2': { breakAfter: 'avoid' },
    '& section p': { fontFamily: theme.typography.h1.fontFamily, color: '#000' },
  },
}))
