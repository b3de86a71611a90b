import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { styled } from '@mui/material/styles'
import { useCallback, useEffect, useMemo } from 'react'
import { MEMORIES_PAGE_SIZE, PAGE_SIZE_MAX } from '@contract/limits'
import type { Decision, PendingMemory } from '@contract/memory'
import { useGetPendingMemoriesQuery } from '@client/api/moderation-api'
import { useAppSelector } from '@client/store/hooks'
import { LoadFailed, Loading } from '@client/ui/Loading'
import { useMediaRefetch } from '@client/ui/use-media-refetch'
import { PendingCard } from './PendingCard'
import { hasFilters, type ModerationUrl, type ModerationState } from './ModerationFilters'
import { keyOf, selectDecided, selectSettled, selectUnsettledMemories } from './decisions'
import { LOAD_FAILED, NOTHING_FOUND, NOTHING_WAITS } from './texts'
import type { ItemFocus } from './keyboard'

/** About the height of a short memory with its buttons. */
const CARD_HEIGHT = 220

interface PendingItemsProps {
  url: ModerationUrl
  pending: PendingPage
  focus: ItemFocus
  onDecide: (memory: PendingMemory, decision: Decision) => void
}

/** A page of pending memories, or the loading state, an error or a message that there are none. */
export function PendingItems({ url: { state, filter, reset }, pending, focus, onDecide }: PendingItemsProps) {
  const { memories, remaining, isError, refetch } = pending
  const renewPhotos = useMediaRefetch({ data: memories, isError, refetch })
  const onOnlyMemorial = useCallback((memorialId: number) => filter({ memorialId }), [filter])

  if (isError) return <LoadFailed onRetry={refetch}>{LOAD_FAILED}</LoadFailed>
  if (!memories || (memories.length === 0 && remaining > 0)) return <PendingLoading />
  if (memories.length === 0 && hasFilters(state)) return <NothingFound onReset={reset} />
  if (memories.length === 0) return <Typography color="textSecondary">{NOTHING_WAITS}</Typography>

  return (
    <Box onErrorCapture={renewPhotos}>
      <PendingList
        memories={memories}
        focus={focus}
        onDecide={onDecide}
        onOnlyMemorial={state.memorialId === undefined ? onOnlyMemorial : undefined}
      />
    </Box>
  )
}

function PendingLoading() {
  return (
    <Loading>
      <Skeleton animation={false} variant="rounded" height={CARD_HEIGHT} />
    </Loading>
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

interface PendingListProps {
  memories: PendingMemory[]
  focus: ItemFocus
  onDecide: (memory: PendingMemory, decision: Decision) => void
  /** Shows only the memories of one memorial. Absent when the list is already filtered so. */
  onOnlyMemorial?: (memorialId: number) => void
}

/** A page of pending memories. The arrow keys move the focus, letter keys approve or reject the focused memory. */
function PendingList({ memories, focus, onDecide, onOnlyMemorial }: PendingListProps) {
  return (
    <List>
      {memories.map((memory) => (
        <Item
          key={memory.id}
          onFocus={() => focus.becomeActive(memory.id)}
          onKeyDown={(event) =>
            focus.press(event, memory.id, {
              onAgree: () => onDecide(memory, 'approved'),
              onRefuse: () => onDecide(memory, 'rejected'),
            })
          }
        >
          <PendingCard
            elementId={focus.elementId(memory.id)}
            memory={memory}
            isActive={memory.id === focus.activeId}
            onDecide={onDecide}
            onOnlyMemorial={onOnlyMemorial}
          />
        </Item>
      ))}
    </List>
  )
}

const List = styled('ul')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.spacing(2),
  margin: 0,
  padding: 0,
  listStyle: 'none',
}))

const Item = styled('li')({})

export interface PendingPage {
  /** Undefined until the first response. */
  memories: PendingMemory[] | undefined
  /** How many memories match the filters and are undecided, on all pages. */
  remaining: number
  pageCount: number
  isError: boolean
  isFetching: boolean
  refetch: () => void
}

const NONE: PendingMemory[] = []

/** A page of pending memories, without those just decided. Memories from the next pages fill their places. */
export function usePendingPage({ page, memorialId, search, suspicious, order }: ModerationState): PendingPage {
  const decided = useAppSelector(selectDecided)
  const reserve = useReserve()
  const { data, isError, isFetching, refetch } = useGetPendingMemoriesQuery(
    {
      offset: (page - 1) * MEMORIES_PAGE_SIZE,
      limit: Math.min(MEMORIES_PAGE_SIZE + reserve, PAGE_SIZE_MAX),
      memorial_id: memorialId,
      q: search,
      suspicious,
      sort_order: order,
    },
    { refetchOnMountOrArgChange: true },
  )
  const fetched = data?.result ?? NONE
  const undecided = useMemo(
    () => fetched.filter(({ id }) => !decided.has(keyOf({ about: 'memory', id }))),
    [fetched, decided],
  )
  const memories = useMemo(() => undecided.slice(0, MEMORIES_PAGE_SIZE), [undecided])
  const remaining = Math.max(0, (data?.total ?? 0) - (fetched.length - undecided.length))

  const isStale = useIsStale(fetched)
  useEffect(() => {
    if (isStale && !isFetching && !isError) void refetch()
  }, [isStale, isFetching, isError, refetch])

  return {
    memories: data && memories,
    remaining,
    pageCount: Math.ceil(remaining / MEMORIES_PAGE_SIZE),
    isError,
    isFetching,
    refetch: () => void refetch(),
  }
}

/** How many extra memories to request: the server still returns those whose decision it has not confirmed. */
function useReserve(): number {
  const unsettledCount = useAppSelector(selectUnsettledMemories)
  return MEMORIES_PAGE_SIZE * (1 + Math.floor(unsettledCount / MEMORIES_PAGE_SIZE))
}

/** Whether the response is stale: it contains a memory whose decision the server has accepted since. */
function useIsStale(fetched: PendingMemory[]): boolean {
  const settled = useAppSelector(selectSettled)
  return useMemo(() => fetched.some(({ id }) => settled.has(keyOf({ about: 'memory', id }))), [fetched, settled])
}
