import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { styled } from '@mui/material/styles'
import { Link } from 'react-router-dom'
import { lifeInYears } from '@contract/life'
import type { MemorialCard } from '@contract/memorial'
import { familyName, fullName } from '@contract/names'
import { paths } from '@contract/paths'
import { Photo } from '@client/ui/Photo'
import { portraitOf } from '@client/ui/portrait-of'

/** Portrait, name and years; all of it links to the relative's page. */
export function Relative({ memorial }: { memorial: MemorialCard }) {
  const years = lifeInYears(memorial)
  return (
    <RelativeLink to={paths.memorial(memorial.id)}>
      <Box sx={PORTRAIT}>
        {/* The name is next to it. */}
        <Photo {...portraitOf(memorial)} alt="" frame="thumbnail" sizes={`${PORTRAIT_SIZE}px`} />
      </Box>
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography component="span" sx={{ display: 'block' }}>
          {fullName({ ...memorial, lastname: familyName(memorial) })}
        </Typography>
        {years && (
          <Typography component="span" variant="body2" color="textSecondary" sx={{ display: 'block' }}>
            {years}
          </Typography>
        )}
      </Box>
    </RelativeLink>
  )
}

const PORTRAIT_SIZE = 72
const PORTRAIT = { flex: 'none', width: PORTRAIT_SIZE, borderRadius: '6px', overflow: 'hidden' } as const

const RelativeLink = styled(Link)(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: theme.spacing(2),
  // Aligns portraits with the heading, and leaves room for the background of a pressed link.
  marginInline: theme.spacing(-1),
  padding: theme.spacing(1),
  borderRadius: 8,
  color: 'inherit',
  textDecoration: 'none',
  '&:hover': { backgroundColor: theme.vars?.palette.action.hover },
  '&:focus-visible': { outline: `2px solid ${String(theme.vars?.palette.primary.main)}` },
}))
