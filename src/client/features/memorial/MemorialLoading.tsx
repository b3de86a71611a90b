import Skeleton from '@mui/material/Skeleton'
import type { MemorialCard } from '@contract/memorial'
import { Loading } from '@client/ui/Loading'
import { PageTitle } from '@client/ui/Page'
import { visuallyHidden } from '@client/ui/visually-hidden'
import { HeadSkeleton } from './HeadFrame'
import { MemorialArticle } from './MemorialArticle'
import { PrefetchedHead } from './MemorialHead'

const TITLE = 'Мемориал'

/** A memorial that is loading: what the link to it carried is shown at once. */
export function MemorialLoading({ prefetched }: { prefetched?: MemorialCard }) {
  return (
    <MemorialArticle>
      {prefetched ? (
        <PrefetchedHead memorial={prefetched} />
      ) : (
        <>
          <PageTitle>{TITLE}</PageTitle>
          <h1 style={visuallyHidden}>{TITLE}</h1>
          <HeadSkeleton />
        </>
      )}
      <Loading>
        <Skeleton animation={false} sx={{ height: 32 }} />
        <Skeleton animation={false} sx={{ height: 32 }} />
        <Skeleton animation={false} sx={{ width: '80%', height: 32 }} />
      </Loading>
    </MemorialArticle>
  )
}
