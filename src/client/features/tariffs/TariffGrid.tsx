import { styled } from '@mui/material/styles'
import { CardGrid } from '@client/ui/CardGrid'

/** Three columns at the most: their texts are longer than a name. */
export const TariffGrid = styled(CardGrid)(({ theme }) => ({
  [theme.breakpoints.up('lg')]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
  '@media print': { '& > li': { breakInside: 'avoid' } },
}))
