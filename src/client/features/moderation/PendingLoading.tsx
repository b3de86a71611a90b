import Skeleton from '@mui/material/Skeleton'
import { Loading } from '@client/ui/Loading'

/** About as high as a short memory with its buttons. */
const CARD_HEIGHT = 220

export function PendingLoading() {
  return (
    <Loading>
      <Skeleton animation={false} variant="rounded" height={CARD_HEIGHT} />
    </Loading>
  )
}
