import Container from '@mui/material/Container'
import { styled } from '@mui/material/styles'
import type { PropsWithChildren } from 'react'

/** The layout of a memorial, also while it is loading. */
export function MemorialArticle({ children }: PropsWithChildren) {
  return (
    <Container maxWidth="md" sx={{ pt: { xs: 3, md: 7 }, pb: { xs: 7, md: 11 } }}>
      <Sections>{children}</Sections>
    </Container>
  )
}

const Sections = styled('article')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.spacing(6),
  [theme.breakpoints.up('md')]: { gap: theme.spacing(8) },
}))
