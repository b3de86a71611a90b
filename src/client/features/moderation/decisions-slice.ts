import { createSelector, createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit'
import type { Decision } from '@contract/memory'
import { accountChangedElsewhere, signedIn } from '@client/session/session-slice'
import { rootReducer } from '@client/store/root-reducer'

/** A moderator's decision about a memory. Only ids are stored, so that DevTools do not show personal data. */
export interface MemoryDecision {
  memoryId: number
  memorialId: number
  decision: Decision
}

interface DecisionsState {
  /** Oldest first. A waiting decision can be undone. A settled one is kept only to hide its memory. */
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
    /** The payload is the memory id, as in the next three. */
    decisionUndone: drop,
    decisionSent(state, { payload: memoryId }: PayloadAction<number>) {
      for (const decision of state.made) if (decision.memoryId === memoryId) decision.status = 'sent'
    },
    /** The server has a decision about this memory (this one or another moderator's), or the memory was deleted. */
    decisionSettled(state, { payload: memoryId }: PayloadAction<number>) {
      for (const decision of state.made) if (decision.memoryId === memoryId) decision.status = 'settled'
    },
    /** The request failed, so the memory is still pending. */
    decisionFailed: drop,
    /** The moderator left the screen or hid the tab: nothing can be undone any more. */
    moderationLeft: () => undefined,
  },
  extraReducers: (builder) => {
    // A sign-out does not reset the state: waiting decisions are still sent then, and errors are still shown.
    builder.addMatcher(isAnyOf(signedIn, accountChangedElsewhere), () => initialState)
  },
  selectors: {
    /** Oldest first. */
    selectWaitingDecisions: createSelector(selectMade, (made) => made.filter(({ status }) => status === 'waiting')),

    /** Ids of all memories decided in this session, whether the decision has reached the server or not. */
    selectDecidedIds: createSelector(selectMade, (made) => new Set(made.map(({ memoryId }) => memoryId))),

    /** Ids of the memories whose decision is settled. */
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
