import { createSelector, createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { Decision } from '@contract/memory'
import type { ReportDecision } from '@contract/reports'
import { accountEnded } from '@client/session/session-slice'
import { rootReducer } from '@client/store/root-reducer'

/** A decision about a pending memory. */
export interface MemoryDecision {
  about: 'memory'
  id: number
  memorialId: number
  decision: Decision
}

/** A moderator's decision about a report of a page. */
export interface DecisionOnReport {
  about: 'report'
  id: number
  memorialId: number
  decision: ReportDecision
  /** The reason, sent to the keepers of a closed page, or a reply to the reporter. */
  text: string
}

/** Contains no names and no texts of others, so DevTools show none: only ids, and what the moderator wrote. */
export type AnyDecision = MemoryDecision | DecisionOnReport

/** The subject of a decision. Memories and reports have separate id sequences. */
export type DecisionKey = `${AnyDecision['about']}-${number}`

interface DecisionsState {
  /** Oldest first. A waiting decision can be undone. A settled one stays only to hide its subject. */
  made: (AnyDecision & { status: 'waiting' | 'sent' | 'settled' })[]
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
    reportDecided(state, { payload }: PayloadAction<DecisionOnReport>) {
      state.made.push({ ...payload, status: 'waiting' })
    },
    decisionUndone(state, { payload: key }: PayloadAction<DecisionKey>) {
      drop(state, [key])
    },
    decisionsSent: mark('sent'),
    /** The server has decisions about these (this one or another moderator's), or they were deleted. */
    decisionsSettled: mark('settled'),
    /** The request failed, so their subjects are pending again. */
    decisionsFailed(state, { payload: keys }: PayloadAction<DecisionKey[]>) {
      drop(state, keys)
    },
    /** The moderator left the page or hid the tab: nothing can be undone any more. */
    moderationLeft: () => undefined,
  },
  extraReducers: (builder) => {
    // The listener still sends the waiting decisions, since it has the previous state.
    builder.addMatcher(accountEnded, () => initialState)
  },
  selectors: {
    /** Oldest first. */
    selectWaitingDecisions: createSelector(selectMade, (made) => made.filter(({ status }) => status === 'waiting')),

    /** All that was decided in this session, whether or not the decision has reached the server. */
    selectDecided: createSelector(selectMade, (made) => new Set(made.map(keyOf))),

    selectSettled: createSelector(
      selectMade,
      (made) => new Set(made.filter(({ status }) => status === 'settled').map(keyOf)),
    ),

    selectUnsettledMemories: ({ made }) =>
      made.filter(({ about, status }) => about === 'memory' && status !== 'settled').length,
  },
})

declare module '@client/store/root-reducer' {
  interface LazySlices {
    decisions: DecisionsState
  }
}

export const {
  memoryDecided,
  reportDecided,
  decisionUndone,
  decisionsSent,
  decisionsSettled,
  decisionsFailed,
  moderationLeft,
} = decisionsSlice.actions
export const { selectWaitingDecisions, selectDecided, selectSettled, selectUnsettledMemories } =
  decisionsSlice.injectInto(rootReducer).selectors

export function keyOf({ about, id }: Pick<AnyDecision, 'about' | 'id'>): DecisionKey {
  return `${about}-${id}`
}

function mark(status: 'sent' | 'settled') {
  return (state: DecisionsState, { payload: keys }: PayloadAction<DecisionKey[]>) => {
    for (const decision of state.made) if (keys.includes(keyOf(decision))) decision.status = status
  }
}

function drop(state: DecisionsState, keys: DecisionKey[]): void {
  state.made = state.made.filter((decision) => !keys.includes(keyOf(decision)))
}
