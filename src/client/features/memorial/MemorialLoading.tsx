import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import type { MemorialCard } from '@contract/memorial'
import { Loading } from '@client/ui/Loading'
import { PageTitle } from '@client/ui/Page'
import { aspectRatioOf } from '@client/ui/Photo'
import { MemorialArticle } from './MemorialArticle'
import { PrefetchedHead } from './MemorialHead'

/** A memorial that is loading: what the link to it carried is shown at once. */
export function MemorialLoading({ prefetched }: { prefetched?: MemorialCard }) {
  return (
    <MemorialArticle>
      {prefetched ? <PrefetchedHead memorial={prefetched} /> : <PageTitle>Мемориал</PageTitle>}
      <Loading>
        {!prefetched && <HeadSkeleton />}
        <Box sx={{ mt: 4 }}>
          <Skeleton animation={false} sx={{ width: '40%', height: 48 }} />
          <Skeleton animation={false} sx={{ height: 29 }} />
          <Skeleton animation={false} sx={{ height: 29 }} />
          <Skeleton animation={false} sx={{ width: '80%', height: 29 }} />
        </Box>
      </Loading>
    </MemorialArticle>
  )
}

function HeadSkeleton() {
  return (
    <Box
      sx={{ display: 'flex', flexDirection: { xs: 'column', sm: 'row' }, alignItems: 'center', gap: { xs: 3, md: 6 } }}
    >
      <Skeleton
        animation={false}
        variant="rounded"
        sx={{ height: 'auto', width: { xs: 260, md: 320 }, flexShrink: 0, aspectRatio: aspectRatioOf('portrait') }}
      />
      <Box sx={{ width: '100%' }}>
        <Skeleton animation={false} sx={{ height: 60 }} />
        <Skeleton animation={false} sx={{ width: '60%', height: 40 }} />
      </Box>
    </Box>
  )
}
