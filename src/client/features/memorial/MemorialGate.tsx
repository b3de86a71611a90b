import { type ReactNode, useEffect } from 'react'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { Link } from 'react-router-dom'
import type { Memorial, MemorialCard } from '@contract/memorial'
import { paths } from '@contract/paths'
import { isClosed, isNotFound, isWithoutPin } from '@client/api/errors'
import { memorialApi, useGetMemorialQuery } from '@client/api/memorial-api'
import { dropDraftsAboutMemorial } from '@client/lib/draft'
import { selectIsGuestAssumed, selectIsSessionRestored } from '@client/session/session-slice'
import { useAppSelector } from '@client/store/hooks'
import { useWriter } from '@client/store/use-account'
import { lazyChunk, type MissingProps } from '@client/ui/lazy-chunk'
import { LoadFailed, Loading } from '@client/ui/Loading'
import { Page, PageTitle } from '@client/ui/Page'
import { UndeliverableMemories } from '@client/ui/UndeliverableMemories'
import { visuallyHidden } from '@client/ui/styles'
import { HeadSkeleton } from './HeadFrame'
import { MemorialArticle } from './MemorialArticle'
import { PrefetchedHead } from './MemorialHead'

const MEMORIAL_FAILED = 'Не удалось загрузить мемориал. Пожалуйста, попробуйте позже.'

/** Loaded for closed pages only, because its forms need formik. */
const PinGate = lazyChunk(async () => (await import('./pin/PinGate')).PinGate, {
  Loading: () => <MemorialLoading />,
  Missing: ({ onRetry }) => <MemorialFailed onRetry={onRetry} />,
})

export interface MemorialGateProps {
  memorialId: number
  /** Shown until the memorial is loaded. */
  prefetched?: MemorialCard
  children: (memorial: Memorial) => ReactNode
}

/** Shows a memorial, or says why it can't be shown: closed, deleted, unreachable. */
export function MemorialGate({ memorialId, prefetched, children }: MemorialGateProps) {
  // A closed page needs a token, and tokens are read after the first paint. What the server rendered needs none.
  const isRestored = useAppSelector(selectIsSessionRestored)
  const isRendered = useAppSelector(selectIsGuestAssumed)
  const skip = !isRestored && !isRendered
  const { currentData: memorial, error: ownError, isError, refetch } = useGetMemorialQuery(memorialId, { skip })
  const renderedError = useRenderedError(memorialId)
  const error = ownError ?? (memorial ? undefined : renderedError)

  if (isClosed(error)) return <PinGate key={memorialId} memorialId={memorialId} hasPin={!isWithoutPin(error)} />
  if (isNotFound(error)) return <MemorialNotFound memorialId={memorialId} />
  if (memorial) return children(memorial)
  if (isError) return <MemorialFailed onRetry={() => void refetch()} />
  return <MemorialLoading prefetched={prefetched} />
}

function MemorialFailed({ onRetry }: MissingProps) {
  return (
    <Page title="Мемориал" width="md">
      <Box sx={{ mt: 3 }}>
        <LoadFailed onRetry={onRetry}>{MEMORIAL_FAILED}</LoadFailed>
      </Box>
    </Page>
  )
}

/** The error that the server met when it rendered the page: shown until the browser has a response of its own. */
function useRenderedError(memorialId: number) {
  return useAppSelector((state) =>
    state.session.isGuestAssumed ? memorialApi.endpoints.getMemorial.select(memorialId)(state).error : undefined,
  )
}

const NOT_FOUND = 'Возможно, семья её убрала или в адресе ошибка. Поищите по имени.'

/** No such memorial: it was deleted, or the URL is mistyped. */
function MemorialNotFound({ memorialId }: { memorialId: number }) {
  useEffect(() => dropDraftsAboutMemorial(memorialId), [memorialId])

  return (
    <Page title="Такой страницы нет" lead={NOT_FOUND} width="sm">
      <meta name="robots" content="noindex" />
      <Button component={Link} to={paths.memorials} variant="contained" sx={{ mt: 4, mr: 2 }}>
        Поискать по имени
      </Button>
      <Button component={Link} to={paths.landing} sx={{ mt: 4 }}>
        На главную
      </Button>
      <UndeliverableMemories whose={useWriter()} />
    </Page>
  )
}

const TITLE = 'Мемориал'

/** A memorial that is loading: what the link to it carried is shown at once. */
function MemorialLoading({ prefetched }: { prefetched?: MemorialCard }) {
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
