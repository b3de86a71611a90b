import Box from '@mui/material/Box'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { Link } from 'react-router-dom'
import type { LegalSection } from '@contract/legal'

/** Links to each section, sticky on wide windows. */
export function TableOfContents({ sections }: { sections: LegalSection[] }) {
  return (
    <Box component="nav" aria-labelledby="contents" sx={BESIDE_THE_TEXT}>
      <Typography id="contents" variant="subtitle2" component="p" sx={{ mb: 1 }}>
        Содержание
      </Typography>
      <List>
        {sections.map(({ id, number, title }) => (
          <li key={id}>
            {/* The router scrolls; the focus has to follow, or Tab would continue from here. */}
            <Link to={{ hash: `#${id}` }} onClick={() => document.getElementById(id)?.focus({ preventScroll: true })}>
              <span>{number}.</span>
              {title}
            </Link>
          </li>
        ))}
      </List>
    </Box>
  )
}

const BESIDE_THE_TEXT = {
  display: { xs: 'none', md: 'block' },
  position: 'sticky',
  top: 24,
  maxHeight: 'calc(100vh - 48px)',
  overflowY: 'auto',
  '@media print': { display: 'none' },
} as const

const List = styled('ol')(({ theme }) => ({
  ...theme.typography.body2,
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& a': {
    display: 'grid',
    gridTemplateColumns: '2em minmax(0, 1fr)',
    // One line is a target of 44 px; each further line adds its own height, so that the entries are evenly spaced.
    padding: theme.spacing(1.375, 0),
    lineHeight: 1.35,
    color: theme.vars?.palette.text.secondary,
    textDecoration: 'none',
  },
  '& a:hover': { color: theme.vars?.palette.text.primary, textDecoration: 'underline', textUnderlineOffset: '0.2em' },
  '& a:focus-visible': { outlineOffset: -3 },
}))
