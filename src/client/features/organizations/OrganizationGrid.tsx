import { styled } from '@mui/material/styles'
import { CardGrid } from '@client/ui/CardGrid'

/** Two columns at the most, so that an address stands on one line. */
export const OrganizationGrid = styled(CardGrid)(({ theme }) => ({
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  [theme.breakpoints.up('md')]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  '@media print': { '& > li': { breakInside: 'avoid' } },
}))
