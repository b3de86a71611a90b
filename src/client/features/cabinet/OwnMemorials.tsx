import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { Memorial } from '@contract/memorial'
import { useGetMyMemorialsQuery } from '@client/api/memorial-api'
import { useAccount } from '@client/store/use-account'
import { CardGrid } from '@client/ui/CardGrid'
import { EmptyState } from '@client/ui/EmptyState'
import { Loading } from '@client/ui/Loading'
import { LoadFailed } from '@client/ui/LoadFailed'
import { MemorialCard } from '@client/ui/MemorialCard'
import { MemorialCardSkeleton } from '@client/ui/MemorialCardSkeleton'
import { PinNeeded } from '@client/ui/PinNeeded'
import { useMediaRefetch } from '@client/ui/use-media-refetch'

const LOAD_FAILED = 'Ошибка загрузки данных'

/** The memorials that the account owns or keeps, open and closed. */
export function OwnMemorials() {
  const query = useGetMyMemorialsQuery()
  const { data: memorials, isError, refetch } = query
  const renew = useMediaRefetch(query)
  const { user } = useAccount()

  // What is loaded stays when fetching it again fails.
  if (isError && !memorials) return <LoadFailed onRetry={() => void refetch()}>{LOAD_FAILED}</LoadFailed>
  if (!memorials) return <OwnMemorialsLoading />
  if (memorials.length === 0) {
    return (
      <EmptyState
        title="Здесь пока нет мемориалов"
        hint="Создайте первую страницу памяти: это займёт несколько минут."
      />
    )
  }

  const isAnyLocked =
    user?.has_pin === false && memorials.some(({ public_status, role }) => !public_status && role !== 'keeper')
  return (
    <>
      {isAnyLocked && (
        <Box sx={{ mb: 3 }}>
          <PinNeeded>Закрытые страницы пока видите только вы: чтобы их открыли близкие, установите PIN-код.</PinNeeded>
        </Box>
      )}
      <CardGrid onErrorCapture={renew}>
        {memorials.map((memorial) => (
          <li key={memorial.id}>
            <MemorialCard memorial={memorial} isClosed={!memorial.public_status}>
              <Typography variant="body2" color="textSecondary">
                {statesOf(memorial).join(' · ')}
              </Typography>
            </MemorialCard>
          </li>
        ))}
      </CardGrid>
    </>
  )
}

function statesOf({ public_status, swo_status, profile_rate, role }: Memorial): string[] {
  return [
    public_status ? 'Публичная' : 'Закрытая',
    ...(swo_status ? ['Герой СВО'] : []),
    profile_rate,
    ...(role === 'keeper' ? ['Вы храните её вместе с владельцем'] : []),
  ]
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
