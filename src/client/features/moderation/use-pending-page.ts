import { useEffect, useMemo } from 'react'
import { MEMORIES_PAGE_SIZE, PAGE_SIZE_MAX } from '@contract/limits'
import type { PendingMemory } from '@contract/memory'
import { useGetPendingMemoriesQuery } from '@client/api/moderation-api'
import { useAppSelector } from '@client/store/hooks'
import { keyOf, selectDecided, selectSettled, selectUnsettledMemories } from './decisions-slice'
import type { ModerationState } from './moderation-address'

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
