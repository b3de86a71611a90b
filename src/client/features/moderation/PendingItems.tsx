import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useCallback } from 'react'
import type { Decision, PendingMemory } from '@contract/memory'
import { LoadFailed } from '@client/ui/LoadFailed'
import { hasFilters } from './moderation-address'
import { PendingList } from './PendingList'
import { PendingLoading } from './PendingLoading'
import { LOAD_FAILED, NOTHING_FOUND, NOTHING_WAITS } from './texts'
import type { ItemFocus } from './use-item-focus'
import type { ModerationAddress } from './use-moderation-address'
import type { PendingPage } from './use-pending-page'

export interface PendingItemsProps {
  address: ModerationAddress
  pending: PendingPage
  focus: ItemFocus
  onDecide: (memory: PendingMemory, decision: Decision) => void
}

/** The page of what waits, or what stands in its place. */
export function PendingItems({ address: { state, filter, reset }, pending, focus, onDecide }: PendingItemsProps) {
  const { memories, remaining, isError, refetch } = pending
  const onOnlyMemorial = useCallback((memorialId: number) => filter({ memorialId }), [filter])

  if (isError) return <LoadFailed onRetry={refetch}>{LOAD_FAILED}</LoadFailed>
  if (!memories || (memories.length === 0 && remaining > 0)) return <PendingLoading />
  if (memories.length === 0 && hasFilters(state)) return <NothingFound onReset={reset} />
  if (memories.length === 0) return <Typography color="textSecondary">{NOTHING_WAITS}</Typography>

  return (
    <PendingList
      memories={memories}
      focus={focus}
      onDecide={onDecide}
      onOnlyMemorial={state.memorialId === undefined ? onOnlyMemorial : undefined}
    />
  )
}

function NothingFound({ onReset }: { onReset: () => void }) {
  return (
    <Box sx={{ py: 2 }}>
      <Typography color="textSecondary">{NOTHING_FOUND}</Typography>
      <Button variant="outlined" onClick={onReset} sx={{ mt: 2 }}>
        Сбросить фильтры
      </Button>
    </Box>
  )
}
