import { styled } from '@mui/material/styles'
import { Link } from 'react-router-dom'
import { screens } from '@contract/paths'
import { useSettings } from '@client/ui/settings'

/** The site's mark and name; leads home. */
export function Brand() {
  const { siteName } = useSettings()
  return (
    <HomeLink to={screens.landing}>
      <Mark viewBox="0 0 32 32" aria-hidden>
        <path d="M16 2.5c4.6 5 8.2 9.3 8.2 14.4a8.2 8.2 0 0 1-16.4 0c0-5.1 3.6-9.4 8.2-14.4Z" />
        <path d="M16 11.5v18" />
        <path d="M16 21.5c2.400-.7 3.900-2.200 4.500-4.500M16 18c-1.900-.6-3.100-1.800-3.600-3.600" />
      </Mark>
      {siteName}
    </HomeLink>
  )
}

const HomeLink = styled(Link)(({ theme }) => ({
  ...theme.typography.h3,
  display: 'inline-flex',
  alignItems: 'center',
  gap: theme.spacing(1),
  minHeight: 44,
  color: theme.vars?.palette.primary.main,
  textDecoration: 'none',
}))

const Mark = styled('svg')(({ theme }) => ({
  width: 32,
  height: 32,
  flexShrink: 0,
  fill: 'none',
  stroke: theme.vars?.palette.secondary.main,
  strokeWidth: 1.8,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
}))
