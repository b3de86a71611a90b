import { styled } from '@mui/material/styles'

/** Large buttons side by side; on a phone stacked, each as wide as the page. */
export const ButtonRow = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(2),
  marginTop: theme.spacing(4),
  [theme.breakpoints.up('sm')]: { display: 'flex', flexWrap: 'wrap' },
}))
