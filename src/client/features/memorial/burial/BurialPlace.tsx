import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useRef } from 'react'
import { useGetBurialQuery } from '@client/api/burial-api'
import { Loading } from '@client/ui/Loading'
import { LoadFailed } from '@client/ui/LoadFailed'
import { useRenewal } from '@client/ui/use-renewal'
import { EditInPlace } from '../edit/EditInPlace'
import { Section } from '../Section'
import { BurialEditor } from './BurialEditor'
import { BurialFacts } from './BurialFacts'
import { DeleteBurial } from './DeleteBurial'

const BURIAL_FAILED = 'Не удалось загрузить сведения о захоронении.'

export interface BurialPlaceProps {
  memorialId: number
  /** The owner changes it; everyone else reads. */
  isEditing: boolean
}

export function BurialPlace({ memorialId, isEditing }: BurialPlaceProps) {
  const query = useGetBurialQuery(memorialId)
  const { data: burial, isError, isLoading, refetch } = query
  const renew = useRenewal(query)
  const place = useRef<HTMLDivElement>(null)
  // The button that was pressed goes with what it deleted.
  const takeFocus = () => place.current?.focus()

  return (
    <Section title="Место захоронения">
      {isLoading && (
        <Loading>
          <Skeleton animation={false} width="60%" height={29} />
        </Loading>
      )}
      {isError && <LoadFailed onRetry={() => void refetch()}>{BURIAL_FAILED}</LoadFailed>}
      {burial !== undefined && (
        <Box ref={place} tabIndex={-1} onErrorCapture={renew} sx={{ outline: 'none !important' }}>
          {/* What is here, and a form that is being filled in, outlive a failed look at what is stored. */}
          <EditInPlace
            isEditing={isEditing}
            label={burial ? 'Изменить место захоронения' : 'Указать место захоронения'}
            form={(close) => <BurialEditor memorialId={memorialId} burial={burial} onClose={close} />}
          >
            <BurialFacts burial={burial} />
          </EditInPlace>
          {isEditing && burial && <DeleteBurial memorialId={memorialId} burial={burial} onDeleted={takeFocus} />}
        </Box>
      )}
    </Section>
  )
}
