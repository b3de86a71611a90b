import Skeleton from '@mui/material/Skeleton'
import { useGetBurialQuery } from '@client/api/burial-api'
import { Loading } from '@client/ui/Loading'
import { LoadFailed } from '@client/ui/LoadFailed'
import { BurialFacts } from './BurialFacts'
import { Section } from './Section'

const BURIAL_FAILED = 'Не удалось загрузить сведения о захоронении.'

export function BurialPlace({ memorialId }: { memorialId: number }) {
  const { data: burial, isError, isLoading, refetch } = useGetBurialQuery(memorialId)

  return (
    <Section title="Место захоронения">
      {isLoading && (
        <Loading>
          <Skeleton animation={false} width="60%" height={29} />
        </Loading>
      )}
      {isError && <LoadFailed onRetry={() => void refetch()}>{BURIAL_FAILED}</LoadFailed>}
      {burial !== undefined && !isError && <BurialFacts burial={burial} />}
    </Section>
  )
}
