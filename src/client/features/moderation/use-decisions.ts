import { useCallback, useEffect, useState } from 'react'
import { useAppDispatch, useAppSelector } from '@client/store/hooks'
import './decision-listeners'
import {
  type AnyDecision,
  type DecisionKey,
  decisionUndone,
  keyOf,
  memoryDecided,
  moderationLeft,
  reportDecided,
  selectWaitingDecisions,
} from './decisions-slice'
import { DECIDED, UNDONE } from './texts'

/** A decision that can still be undone. */
export type WaitingDecision = AnyDecision & {
  /** The author of the memory, or the name on the reported page. */
  whose: string
}

/** The last thing that was done, for screen readers. */
export interface Happened {
  about: AnyDecision['about']
  text: string
}

export interface Decisions {
  /** Oldest first. */
  waiting: WaitingDecision[]
  happened: Happened | undefined
  /** A stable function. */
  decide: Decide
  undo: (decision: AnyDecision) => void
}

/** `whose`: the author of the memory, or the name on the reported page. */
export type Decide = (decision: AnyDecision, whose: string) => void

/** Makes decisions, and undoes them until they are sent. */
export function useDecisions(): Decisions {
  const dispatch = useAppDispatch()
  const waiting = useAppSelector(selectWaitingDecisions)
  const [happened, setHappened] = useState<Happened>()
  // Not in the store, which contains no personal data. Needed only on this page: after leaving it nothing can be undone.
  const [names, setNames] = useState<ReadonlyMap<DecisionKey, string>>(new Map())

  useSendingOnLeave()

  const decide = useCallback(
    (decision: AnyDecision, whose: string) => {
      dispatch(decision.about === 'memory' ? memoryDecided(decision) : reportDecided(decision))
      setNames((known) => new Map(known).set(keyOf(decision), whose))
      setHappened({ about: decision.about, text: DECIDED[decision.decision] })
    },
    [dispatch],
  )

  function undo(decision: AnyDecision): void {
    dispatch(decisionUndone(keyOf(decision)))
    setHappened({ about: decision.about, text: UNDONE })
  }

  return {
    waiting: waiting.map((decision) => ({ ...decision, whose: names.get(keyOf(decision)) ?? '' })),
    happened,
    decide,
    undo,
  }
}

/**
 * Sends the waiting decisions when the moderator leaves the page or hides the tab. `beforeunload` comes first, and leaves
 * enough time: after `pagehide` a browser unloads the page within half a second, which a slow phone needs to start a request.
 * Browsers without `beforeunload` (iOS) still fire `pagehide`.
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
