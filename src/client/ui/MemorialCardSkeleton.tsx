import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'
import { CARD_TEXT } from './MemorialCard'
import { aspectRatioOf } from './Photo'
import { TARGET_SIZE } from './target-size'

/** Keeps the place of a card that is loading: as high as one with a full name, which takes two lines beside others. */
export function MemorialCardSkeleton() {
  return (
    <Card variant="outlined" sx={{ height: '100%' }}>
      <Skeleton
        variant="rectangular"
        animation={false}
        width="100%"
        height="auto"
        sx={{ aspectRatio: aspectRatioOf('card') }}
      />
      <Box sx={CARD_TEXT}>
        <Skeleton animation={false} sx={{ height: NAME_HEIGHT }} />
        <Skeleton animation={false} height={DATES_HEIGHT} width="75%" />
        <Box sx={{ pt: 1.5 }}>
          <Skeleton animation={false} variant="rounded" height={TARGET_SIZE} />
        </Box>
      </Box>
    </Card>
  )
}

/** Of one line and of two, as the theme sets `h4`: 20 pixels by 1.35. */
const NAME_HEIGHT = { xs: 27, sm: 54 }
/** Of one line, as the theme sets `body2`: 16 pixels by 1.6. */
const DATES_HEIGHT = 25.6
