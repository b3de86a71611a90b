import { styled } from '@mui/material/styles'

/** The fields of a form, one under another. */
export const FormStack = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.spacing(3),
}))
