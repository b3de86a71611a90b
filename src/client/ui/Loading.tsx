import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { PropsWithChildren } from 'react'
import { CARD_PADDING } from './card-padding'
import { TARGET_SIZE } from './target-size'

export interface LoadingProps {
  text?: string
  /**
   * Where no other line follows on the text: it stands in the upper left corner of the first skeleton, which leaves that place
   * free, so that nothing moves up when what was awaited comes.
   */
  isInFirstCard?: boolean
}

/** Says that something is loading. The children are skeletons that keep its place; screen readers skip them. */
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
  // The place that a skeleton leaves free is too low for larger letters.
  'html[data-letters] &': { position: 'static', px: 0, pt: 0 },
} as const
