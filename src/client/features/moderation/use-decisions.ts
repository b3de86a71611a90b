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
  /** Whose words it is about. */
  author: string
}

export interface Decisions {
  /** Oldest first. */
  waiting: WaitingDecision[]
  /** For those who do not see the list: what has just happened. */
  said: string
  /** Always the same function. */
  decide: (memory: PendingMemory, decision: Decision) => void
  undo: (memoryId: number) => void
}

/** Decides about memories and takes decisions back, as long as they wait to be sent. */
export function useDecisions(remaining: number): Decisions {
  const dispatch = useAppDispatch()
  const waiting = useAppSelector(selectWaitingDecisions)
  const [happened, setHappened] = useState<string>()
  // Here and not in the store, which knows nobody's name; whoever leaves this screen has nothing left to undo.
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
    said: happened ? `${happened}. ${waitingInAll(remaining)}.` : '',
  }
}

/** Sends the decisions that still wait when the moderator leaves the screen or hides the tab. */
function useSendingOnLeave(): void {
  const dispatch = useAppDispatch()
  useEffect(() => {
    const leave = () => void dispatch(moderationLeft())
    const hide = () => {
      if (document.visibilityState === 'hidden') leave()
    }
    window.addEventListener('pagehide', leave)
    document.addEventListener('visibilitychange', hide)
    return () => {
      window.removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', hide)
      leave()
    }
  }, [dispatch])
}
