import Typography from '@mui/material/Typography'
import { useGetMyMemorialsQuery } from '@client/api/memorial-api'
import { CardGrid } from '@client/ui/CardGrid'
import { EmptyState } from '@client/ui/EmptyState'
import { Loading } from '@client/ui/Loading'
import { LoadFailed } from '@client/ui/LoadFailed'
import { MemorialCard } from '@client/ui/MemorialCard'
import { MemorialCardSkeleton } from '@client/ui/MemorialCardSkeleton'

const LOAD_FAILED = 'Ошибка загрузки данных'

/** The memorials of the account, open and closed. */
export function OwnMemorials() {
  const { data: memorials, isError, refetch } = useGetMyMemorialsQuery()

  if (isError) return <LoadFailed onRetry={() => void refetch()}>{LOAD_FAILED}</LoadFailed>
  if (!memorials) return <OwnMemorialsLoading />
  if (memorials.length === 0) {
    return (
      <EmptyState
        title="Здесь пока нет мемориалов"
        hint="Создайте первую страницу памяти: это займёт несколько минут."
      />
    )
  }

  return (
    <CardGrid>
      {memorials.map((memorial) => (
        <li key={memorial.id}>
          <MemorialCard memorial={memorial} isClosed={!memorial.public_status}>
            <Typography variant="body2" color="text.secondary">
              {memorial.public_status ? 'Видна всем' : 'Закрыта PIN-кодом'}
            </Typography>
          </MemorialCard>
        </li>
      ))}
    </CardGrid>
  )
}

function OwnMemorialsLoading() {
  return (
    <Loading>
      <CardGrid>
        <li>
          <MemorialCardSkeleton />
        </li>
      </CardGrid>
    </Loading>
  )
}
