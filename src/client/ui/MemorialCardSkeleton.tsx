import Skeleton from '@mui/material/Skeleton'
import { MemorialCardFrame } from './MemorialCardFrame'
import { TARGET_SIZE } from './target-size'

/** Reserves the space of a loading card: as high as one with a full name, which takes two lines. */
export function MemorialCardSkeleton() {
  return (
    <MemorialCardFrame>
      <Skeleton data-frame variant="rectangular" animation={false} width="100%" />
      <div>
        <Skeleton animation={false} height={NAME_HEIGHT} />
        <Skeleton animation={false} height={DATES_HEIGHT} width="75%" />
        <Skeleton animation={false} variant="rounded" sx={LINK} />
      </div>
    </MemorialCardFrame>
  )
}

/** Two lines of the theme's `h4`: 20 pixels by 1.35. */
const NAME_HEIGHT = 54
/** One line of the theme's `body2`: 16 pixels by 1.6. */
const DATES_HEIGHT = 25.6
const LINK = { mt: { xs: 'auto', sm: 1.5 }, height: { xs: 24, sm: TARGET_SIZE } } as const
