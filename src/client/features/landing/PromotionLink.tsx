import MuiLink from '@mui/material/Link'
import Box from '@mui/material/Box'
import { Link } from 'react-router-dom'
import { visuallyHidden } from '@client/ui/visually-hidden'
import { TARGET_SIZE } from '@client/ui/target-size'

const TEXT = 'Подробнее'

export interface PromotionLinkProps {
  to: string
  /** The id of the heading that describes the link. */
  titleId: string
}

/** A link to a page of this site, or to another site in a new tab. It covers its whole card. */
export function PromotionLink({ to, titleId }: PromotionLinkProps) {
  if (isOwn(to)) {
    return (
      <MuiLink component={Link} to={to} aria-describedby={titleId} sx={LINK}>
        {TEXT}
      </MuiLink>
    )
  }
  return (
    <MuiLink href={to} target="_blank" rel="noopener" aria-describedby={titleId} sx={LINK}>
      {TEXT}
      <Box component="span" sx={visuallyHidden}>
        {' '}
        (откроется в новой вкладке)
      </Box>
    </MuiLink>
  )
}

function isOwn(link: string): boolean {
  return link.startsWith('/')
}

const LINK = {
  mt: 'auto',
  pt: 1,
  alignSelf: 'flex-start',
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: TARGET_SIZE,
  fontWeight: 500,
  '&::after': { content: '""', position: 'absolute', inset: 0 },
} as const
