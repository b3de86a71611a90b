import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Link } from 'react-router-dom'
import { paths } from '@contract/paths'
import { memorialApi, RANDOM_MEMORIALS_COUNT, useGetRandomMemorialsQuery } from '@client/api/memorial-api'
import { CardGrid } from '@client/ui/CardGrid'
import { LoadFailed, Loading } from '@client/ui/Loading'
import { MemorialCardGrid } from '@client/ui/MemorialCardGrid'
import { MemorialCardSkeleton } from '@client/ui/MemorialCard'
import { Section } from '@client/ui/Page'

const PHONE_HEIGHT = 830

const LOAD_FAILED = 'Ошибка загрузки данных'
const TITLE = 'Страницы памяти'

/** A few public memorials; renders nothing if there are none. */
export function RandomMemorials() {
  const { data: memorials, isError, refetch } = useGetRandomMemorialsQuery()
  const prefetchMemorial = memorialApi.usePrefetch('getMemorial')

  if (!memorials) {
    return (
      <Section spacing="large" title={TITLE} phoneHeight={PHONE_HEIGHT}>
        {isError ? <LoadFailed onRetry={() => void refetch()}>{LOAD_FAILED}</LoadFailed> : <CardsLoading />}
      </Section>
    )
  }
  if (memorials.length === 0) return null

  return (
    <Section spacing="large" title={TITLE} phoneHeight={PHONE_HEIGHT}>
      <MemorialCardGrid memorials={memorials} onCardHover={prefetchMemorial} />
      <Box sx={{ mt: 4, textAlign: 'center' }}>
        <Button component={Link} to={paths.memorials} variant="text" size="large">
          Все мемориалы
        </Button>
      </Box>
    </Section>
  )
}

function CardsLoading() {
  return (
    <Loading>
      <CardGrid>
        {Array.from({ length: RANDOM_MEMORIALS_COUNT }, (_nothing, index) => (
          <li key={index}>
            <MemorialCardSkeleton />
          </li>
        ))}
      </CardGrid>
    </Loading>
  )
}
