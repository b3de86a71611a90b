import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { memo } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import type { Decision, PendingMemory } from '@contract/memory'
import { paths } from '@contract/paths'
import { dayOfInstantInWords } from '@contract/shown-days'
import { useAccount } from '@client/store/use-account'
import { useBlockAuthor } from '@client/store/use-block-author'
import { BlockAuthorButton } from '@client/ui/BlockAuthorButton'
import { PhotoOfWords } from '@client/ui/PhotoOfWords'
import { CARD, PAGE_LINK } from './card-style'
import { CardActions } from './CardActions'
import { MarkedText } from './MarkedText'

export interface PendingCardProps {
  elementId: string
  memory: PendingMemory
  /** Whether the Tab key stops at this card. */
  isActive: boolean
  onDecide: (memory: PendingMemory, decision: Decision) => void
  /** Shows only the memories of this memorial. Absent when the list is already filtered so. */
  onOnlyMemorial?: (memorialId: number) => void
}

/**
 * A pending memory: its author, its memorial, its text and the buttons. Memoized, because a key press changes only one
 * or two of the twenty cards.
 */
export const PendingCard = memo(function PendingCard({
  elementId,
  memory,
  isActive,
  onDecide,
  onOnlyMemorial,
}: PendingCardProps) {
  const { id, memorials_id, memorial_name, author, description } = memory
  // Moderators also see memories on pages of others.
  const isKeeper = useAccount().user?.is_moderator === false
  const blockAuthor = useBlockAuthor()
  const ids = { who: `${elementId}-who`, text: `${elementId}-text` }

  return (
    <Paper
      component="article"
      variant="outlined"
      id={elementId}
      tabIndex={isActive ? 0 : -1}
      aria-labelledby={ids.who}
      aria-describedby={ids.text}
      sx={CARD}
    >
      <Typography id={ids.who} variant="h4" component="h3">
        <MarkedText>{author}</MarkedText>
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
        {originOf(memory)}
      </Typography>
      <Typography variant="body2" sx={{ mt: 0.5 }}>
        {'О ком: '}
        <Link component={RouterLink} to={paths.memorial(memorials_id)} sx={PAGE_LINK}>
          {memorial_name}
        </Link>
      </Typography>
      <Box id={ids.text} sx={TEXT}>
        <MarkedText>{description}</MarkedText>
      </Box>
      <PhotoOfWords {...memory} />
      <CardActions
        describedBy={ids.who}
        onDecide={(decision) => onDecide(memory, decision)}
        onOnlyMemorial={onOnlyMemorial && (() => onOnlyMemorial(memorials_id))}
      >
        {isKeeper && memory.author_email && (
          <BlockAuthorButton
            author={author}
            block={() => blockAuthor({ id, memorialId: memorials_id })}
            sx={{ px: { xs: 0, sm: 2.5 } }}
          />
        )}
      </CardActions>
    </Paper>
  )
})

function originOf({ author_email, created_at }: PendingMemory): string {
  return [author_email, dayOfInstantInWords(created_at)].filter(Boolean).join(' · ')
}

const TEXT = {
  mt: 1.5,
  maxWidth: '68ch',
  typography: 'body1',
  whiteSpace: 'pre-line',
  overflowWrap: 'anywhere',
} as const
