import Skeleton from '@mui/material/Skeleton'
import { useGetBurialQuery } from '@client/api/burial-api'
import { Loading } from '@client/ui/Loading'
import { LoadFailed } from '@client/ui/LoadFailed'
import { Section } from '../Section'
import { BurialEditor } from './BurialEditor'
import { BurialFacts } from './BurialFacts'

const BURIAL_FAILED = 'Не удалось загрузить сведения о захоронении.'

export interface BurialPlaceProps {
  memorialId: number
  /** The owner changes it; everyone else reads. */
  isEditing: boolean
}

export function BurialPlace({ memorialId, isEditing }: BurialPlaceProps) {
  const { data: burial, isError, isLoading, refetch } = useGetBurialQuery(memorialId)

  return (
    <Section title="Место захоронения">
      {isLoading && (
        <Loading>
          <Skeleton animation={false} width="60%" height={29} />
        </Loading>
      )}
      {isError && <LoadFailed onRetry={() => void refetch()}>{BURIAL_FAILED}</LoadFailed>}
      {/* A form that is being filled in outlives a failed look at what is stored. */}
      {burial !== undefined && isEditing && <BurialEditor memorialId={memorialId} burial={burial} />}
      {burial !== undefined && !isEditing && !isError && <BurialFacts burial={burial} />}
    </Section>
  )
}
