import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { PropsWithChildren } from 'react'
import { CARD_PADDING } from './card-padding'
import { TARGET_SIZE } from './target-size'

export interface LoadingProps {
  text?: string
  /**
   * For a single line of text: it is placed in the upper left corner of the first skeleton, which reserves that space,
   * so that nothing moves when the content arrives.
   */
  isInFirstCard?: boolean
}

/** A loading indicator. The children are skeletons that reserve the space; screen readers skip them. */
export function Loading({ text = 'Загрузка...', isInFirstCard, children }: PropsWithChildren<LoadingProps>) {
  return (
    <Box aria-busy data-needs-script sx={{ position: 'relative' }}>
      <Typography role="status" color="textSecondary" sx={isInFirstCard ? IN_FIRST_CARD : ABOVE}>
        {text}
      </Typography>
      <div aria-hidden>{children}</div>
    </Box>
  )
}

const ABOVE = { minHeight: TARGET_SIZE, display: 'flex', alignItems: 'center' } as const
const IN_FIRST_CARD = {
  position: 'absolute',
  zIndex: 1,
  p: CARD_PADDING,
  // The space that a skeleton reserves is too low for larger letters.
  'html[data-letters] &': { position: 'static', px: 0, pt: 0 },
} as const
