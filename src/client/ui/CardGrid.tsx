import { styled } from '@mui/material/styles'
import { belowTheFold } from './styles'

/** The approximate height of a card on a phone, in px. */
const CARD_HEIGHT = 164

/** Cards side by side: 1 to 4 columns. A list, for screen readers. */
export const CardGrid = styled('ul')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(2),
  gridTemplateColumns: 'minmax(0, 1fr)',
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& > li': belowTheFold(CARD_HEIGHT),
  '@media print': { '& > li': { breakInside: 'avoid' } },
  [theme.breakpoints.up('sm')]: { gap: theme.spacing(3), gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  [theme.breakpoints.up('md')]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
  [theme.breakpoints.up('lg')]: { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' },
  'html[data-letters] &': { gridTemplateColumns: 'repeat(auto-fill, minmax(min(11.25rem, 100%), 1fr))' },
}))
