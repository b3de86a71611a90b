import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'
import { CARD_PHOTO_RATIO } from './MemorialCard'
import { TARGET_SIZE } from './target-size'

/** Keeps the place of a card that is loading. */
export function MemorialCardSkeleton() {
  return (
    <Card variant="outlined" sx={{ height: '100%' }}>
      <Skeleton
        variant="rectangular"
        animation={false}
        width="100%"
        height="auto"
        sx={{ aspectRatio: CARD_PHOTO_RATIO }}
      />
      <Box sx={{ p: 2.5 }}>
        <Skeleton animation={false} height={27} />
        <Skeleton animation={false} height={27} width="60%" />
        <Skeleton animation={false} height={26} width="75%" />
        <Skeleton animation={false} variant="rounded" height={TARGET_SIZE} sx={{ mt: 2 }} />
      </Box>
    </Card>
  )
}
