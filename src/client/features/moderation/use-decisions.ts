import { useCallback, useEffect, useState } from 'react'
import type { Decision, PendingMemory } from '@contract/memory'
import { useAppDispatch, useAppSelector } from '@client/store/hooks'
import './decision-listeners'
import {
  decisionUndone,
  type MemoryDecision,
  memoryDecided,
  moderationLeft,
  selectWaitingDecisions,
} from './decisions-slice'
import { DECIDED, UNDONE, waitingInAll } from './texts'

/** A decision that can still be undone. */
export interface WaitingDecision extends MemoryDecision {
  /** The author of the memory. */
  author: string
}

export interface Decisions {
  /** Oldest first. */
  waiting: WaitingDecision[]
  /** The last action and what remains, for screen readers. */
  announcement: string
  /** A stable function. */
  decide: (memory: PendingMemory, decision: Decision) => void
  undo: (memoryId: number) => void
}

/** Makes decisions, and undoes them until they are sent. */
export function useDecisions(remaining: number): Decisions {
  const dispatch = useAppDispatch()
  const waiting = useAppSelector(selectWaitingDecisions)
  const [happened, setHappened] = useState<string>()
  // Not in the store, which holds no personal data. Needed only on this screen: after leaving it nothing can be undone.
  const [authors, setAuthors] = useState<ReadonlyMap<number, string>>(new Map())

  useSendingOnLeave()

  const decide = useCallback(
    ({ id, memorials_id, author }: PendingMemory, decision: Decision) => {
      dispatch(memoryDecided({ memoryId: id, memorialId: memorials_id, decision }))
      setAuthors((known) => new Map(known).set(id, author))
      setHappened(DECIDED[decision])
    },
    [dispatch],
  )

  function undo(memoryId: number): void {
    dispatch(decisionUndone(memoryId))
    setHappened(UNDONE)
  }

  return {
    waiting: waiting.map((decision) => ({ ...decision, author: authors.get(decision.memoryId) ?? '' })),
    decide,
    undo,
    announcement: happened ? `${happened}. ${waitingInAll(remaining)}.` : '',
  }
}

/**
 * Sends the waiting decisions when the moderator leaves the screen or hides the tab. `beforeunload` comes first, and with
 * time: after `pagehide` a browser takes the page away within half a second, which a slow phone needs to begin a request.
 * Where it is not told (iOS), `pagehide` remains.
 */
function useSendingOnLeave(): void {
  const dispatch = useAppDispatch()
  useEffect(() => {
    const leave = () => void dispatch(moderationLeft())
    const hide = () => {
      if (document.visibilityState === 'hidden') leave()
    }
    window.addEventListener('beforeunload', leave)
    window.addEventListener('pagehide', leave)
    document.addEventListener('visibilitychange', hide)
    return () => {
      window.removeEventListener('beforeunload', leave)
      window.removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', hide)
      leave()
    }
  }, [dispatch])
}
