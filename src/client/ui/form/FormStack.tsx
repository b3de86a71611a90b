import { styled } from '@mui/material/styles'

/** The fields of a form, one below another. */
export const FormStack = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.spacing(3),
}))
