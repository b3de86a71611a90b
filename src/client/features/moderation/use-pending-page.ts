import { useEffect, useMemo } from 'react'
import { MEMORIES_PAGE_SIZE, PAGE_SIZE_MAX } from '@contract/limits'
import type { PendingMemory } from '@contract/memory'
import { useGetPendingMemoriesQuery } from '@client/api/moderation-api'
import { useAppSelector } from '@client/store/hooks'
import { selectDecidedIds, selectSettledIds, selectUnsettledCount } from './decisions-slice'
import type { ModerationState } from './moderation-address'

export interface PendingPage {
  /** Undefined until the first answer. */
  memories: PendingMemory[] | undefined
  /** How many wait for a decision in all, this page's among them. */
  remaining: number
  pageCount: number
  isError: boolean
  isFetching: boolean
  refetch: () => void
}

const NONE: PendingMemory[] = []

/** A page of what waits, without what was decided on here. What leaves it is replaced from behind. */
export function usePendingPage({ page, memorialId, search, suspicious, order }: ModerationState): PendingPage {
  const decidedIds = useAppSelector(selectDecidedIds)
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
  const undecided = useMemo(() => fetched.filter(({ id }) => !decidedIds.has(id)), [fetched, decidedIds])
  const memories = useMemo(() => undecided.slice(0, MEMORIES_PAGE_SIZE), [undecided])
  const remaining = Math.max(0, (data?.total ?? 0) - (fetched.length - undecided.length))

  const isStale = useHoldsSettled(fetched)
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

/** So many more are asked for than are shown: the server still counts those whose decisions wait here. */
function useReserve(): number {
  const unsettledCount = useAppSelector(selectUnsettledCount)
  return MEMORIES_PAGE_SIZE * (1 + Math.floor(unsettledCount / MEMORIES_PAGE_SIZE))
}

/** The answer is older than a decision that the server has heard of since. */
function useHoldsSettled(fetched: PendingMemory[]): boolean {
  const settledIds = useAppSelector(selectSettledIds)
  return useMemo(() => fetched.some(({ id }) => settledIds.has(id)), [fetched, settledIds])
}
