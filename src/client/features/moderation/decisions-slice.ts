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
    /** The payload is the memory id; in the next three, ids. */
    decisionUndone(state, { payload: memoryId }: PayloadAction<number>) {
      drop(state, [memoryId])
    },
    decisionsSent: mark('sent'),
    /** The server has decisions about these memories (these or another moderator's), or they were deleted. */
    decisionsSettled: mark('settled'),
    /** The request failed, so the memories are still pending. */
    decisionsFailed(state, { payload: memoryIds }: PayloadAction<number[]>) {
      drop(state, memoryIds)
    },
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

export const { memoryDecided, decisionUndone, decisionsSent, decisionsSettled, decisionsFailed, moderationLeft } =
  decisionsSlice.actions
export const { selectWaitingDecisions, selectDecidedIds, selectSettledIds, selectUnsettledCount } =
  decisionsSlice.injectInto(rootReducer).selectors

function mark(status: 'sent' | 'settled') {
  return (state: DecisionsState, { payload: memoryIds }: PayloadAction<number[]>) => {
    for (const decision of state.made) if (memoryIds.includes(decision.memoryId)) decision.status = status
  }
}

function drop(state: DecisionsState, memoryIds: number[]): void {
  state.made = state.made.filter(({ memoryId }) => !memoryIds.includes(memoryId))
}
