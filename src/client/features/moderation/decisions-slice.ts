import { createSelector, createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit'
import type { Decision } from '@contract/memory'
import { accountChangedElsewhere, signedIn } from '@client/session/session-slice'
import { rootReducer } from '@client/store/root-reducer'

/** What a moderator has decided about a memory. It holds ids alone: DevTools need not know whose words they are. */
export interface MemoryDecision {
  memoryId: number
  memorialId: number
  decision: Decision
}

interface DecisionsState {
  /** In the order they were made. A decision that waits can be undone; one that is settled only keeps its memory hidden. */
  made: (MemoryDecision & { status: 'waiting' | 'sent' | 'settled' })[]
}

const initialState: DecisionsState = { made: [] }
const selectMade = ({ made }: DecisionsState) => made

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
    /** The server knows of a decision about the memory, this one or somebody else's. */
    decisionSettled(state, { payload: memoryId }: PayloadAction<number>) {
      for (const decision of state.made) if (decision.memoryId === memoryId) decision.status = 'settled'
    },
    /** The memory still waits for a decision. */
    decisionFailed: drop,
    /** The moderator is on the way to another screen, tab or page, and can undo nothing any more. */
    moderationLeft: () => undefined,
  },
  extraReducers: (builder) => {
    // Not at a sign-out: what waits is still sent then, and its outcome told.
    builder.addMatcher(isAnyOf(signedIn, accountChangedElsewhere), () => initialState)
  },
  selectors: {
    /** Oldest first. */
    selectWaitingDecisions: createSelector(selectMade, (made) => made.filter(({ status }) => status === 'waiting')),

    /** Ids of all memories that were decided on here, whether the server knows already or not. */
    selectDecidedIds: createSelector(selectMade, (made) => new Set(made.map(({ memoryId }) => memoryId))),

    /** Ids of those that the server knows to be decided. */
    selectSettledIds: createSelector(
      selectMade,
      (made) => new Set(made.filter(({ status }) => status === 'settled').map(({ memoryId }) => memoryId)),
    ),

    selectUnsettledCount: ({ made }) => made.filter(({ status }) => status !== 'settled').length,
  },
})

declare module '@client/store/root-reducer' {
  interface LazySlices {
    decisions: DecisionsState
  }
}

export const { memoryDecided, decisionUndone, decisionSent, decisionSettled, decisionFailed, moderationLeft } =
  decisionsSlice.actions
export const { selectWaitingDecisions, selectDecidedIds, selectSettledIds, selectUnsettledCount } =
  decisionsSlice.injectInto(rootReducer).selectors

function drop(state: DecisionsState, { payload: memoryId }: PayloadAction<number>): void {
  state.made = state.made.filter((decision) => decision.memoryId !== memoryId)
}
