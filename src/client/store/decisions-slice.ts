import { createSelector, createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit'
import type { Decision } from '@contract/memory'
import { accountChangedElsewhere, signedIn } from '@client/session/session-slice'

/** What a moderator has decided about a memory, by ids alone: whose words they are is nobody's business here. */
export interface MemoryDecision {
  memoryId: number
  memorialId: number
  decision: Decision
}

export interface DecisionsState {
  /** In the order they were made. A decision that waits can be undone; one that is settled only keeps its memory hidden. */
  made: (MemoryDecision & { status: 'waiting' | 'sent' | 'settled' })[]
  /** What became of decisions that the server did not accept, until somebody has been told. */
  outcomes: Outcome[]
}

export interface Outcome {
  text: string
  /** Somebody else was faster: the memory is gone all the same. */
  isSettled: boolean
}

interface StateWithDecisions {
  decisions: DecisionsState
}

const initialState: DecisionsState = { made: [], outcomes: [] }

const decisionsSlice = createSlice({
  name: 'decisions',
  initialState,
  reducers: {
    memoryDecided(state, { payload }: PayloadAction<MemoryDecision>) {
      state.made.push({ ...payload, status: 'waiting' })
    },
    /** By memory id, like the next three. */
    decisionUndone: drop,
    decisionSent(state, { payload: memoryId }: PayloadAction<number>) {
      for (const decision of state.made) if (decision.memoryId === memoryId) decision.status = 'sent'
    },
    decisionAccepted: settle,
    decisionRefused(state, { payload }: PayloadAction<Outcome & { memoryId: number }>) {
      const { memoryId, ...outcome } = payload
      // Whoever made it is here no more.
      if (!state.made.some((decision) => decision.memoryId === memoryId)) return
      if (outcome.isSettled) settle(state, { payload: memoryId })
      else drop(state, { payload: memoryId })
      state.outcomes.push(outcome)
    },
    outcomesTold(state) {
      state.outcomes = []
    },
    /** The moderator is on the way to another screen, tab or page, and can undo nothing any more. */
    moderationLeft: () => undefined,
  },
  extraReducers: (builder) => {
    // Not at a sign-out: what waits is still sent then, and its outcome told.
    builder.addMatcher(isAnyOf(signedIn, accountChangedElsewhere), () => initialState)
  },
})

export const {
  memoryDecided,
  decisionUndone,
  decisionSent,
  decisionAccepted,
  decisionRefused,
  outcomesTold,
  moderationLeft,
} = decisionsSlice.actions
export const decisionsReducer = decisionsSlice.reducer

/** Oldest first. */
export const selectWaitingDecisions = createSelector(selectMade, (made) =>
  made.filter(({ status }) => status === 'waiting'),
)

/** Ids of all memories that were decided on here, whether the server knows already or not. */
export const selectDecidedIds = createSelector(selectMade, (made) => new Set(made.map(({ memoryId }) => memoryId)))

/** Ids of those that the server knows to be decided. */
export const selectSettledIds = createSelector(
  selectMade,
  (made) => new Set(made.filter(({ status }) => status === 'settled').map(({ memoryId }) => memoryId)),
)

export function selectUnsettledCount(state: StateWithDecisions): number {
  return selectMade(state).filter(({ status }) => status !== 'settled').length
}

export function selectOutcomes({ decisions }: StateWithDecisions): Outcome[] {
  return decisions.outcomes
}

function selectMade({ decisions }: StateWithDecisions) {
  return decisions.made
}

function settle(state: DecisionsState, { payload: memoryId }: { payload: number }): void {
  for (const decision of state.made) if (decision.memoryId === memoryId) decision.status = 'settled'
}

function drop(state: DecisionsState, { payload: memoryId }: { payload: number }): void {
  state.made = state.made.filter((decision) => decision.memoryId !== memoryId)
}
