import { useLocation, useParams } from 'react-router-dom'
import { isClosed, isNotFound } from '@client/api/errors'
import { useGetMemorialQuery } from '@client/api/memorial-api'
import { LoadFailed } from '@client/ui/LoadFailed'
import { prefetchedMemorial } from '@client/ui/memorial-link-state'
import { Page } from '@client/ui/Page'
import { MemorialLoading } from './MemorialLoading'
import { MemorialNotFound } from './MemorialNotFound'
import { MemorialPage } from './MemorialPage'
import { PinGate } from './pin/PinGate'

const MEMORIAL_FAILED = 'Не удалось загрузить мемориал. Пожалуйста, попробуйте позже.'

/** Somebody's page. */
export function MemorialScreen() {
  const id = Number(useParams().memorialId)
  const prefetched = prefetchedMemorial(useLocation().state, id)
  const { currentData: memorial, error, isError, refetch } = useGetMemorialQuery(id)

  if (isClosed(error)) return <PinGate />
  if (isNotFound(error)) return <MemorialNotFound />
  if (memorial) return <MemorialPage key={id} memorial={memorial} />
  if (isError) {
    return (
      <Page title="Мемориал" width="md">
        <LoadFailed onRetry={() => void refetch()}>{MEMORIAL_FAILED}</LoadFailed>
      </Page>
    )
  }
  return <MemorialLoading prefetched={prefetched} />
}
