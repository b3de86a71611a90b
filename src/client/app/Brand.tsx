import { styled } from '@mui/material/styles'
import { Link } from 'react-router-dom'
import { paths } from '@contract/paths'
import { useSettings } from '@client/ui/settings'
import { TARGET_SIZE } from '@client/ui/target-size'
import { BirchLeaf } from './BirchLeaf'

/** The site's logo and name; links to the landing page. */
export function Brand() {
  const { siteName } = useSettings()
  return (
    <HomeLink to={paths.landing}>
      <BirchLeaf />
      {siteName}
    </HomeLink>
  )
}

const HomeLink = styled(Link)(({ theme }) => ({
  ...theme.typography.h3,
  fontSize: '1.5rem',
  display: 'inline-flex',
  alignItems: 'center',
  gap: theme.spacing(1),
  minHeight: TARGET_SIZE,
  color: theme.vars?.palette.primary.main,
  textDecoration: 'none',
}))
