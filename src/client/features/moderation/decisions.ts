import { createSelector, createSlice, isAnyOf, type PayloadAction, type UnknownAction } from '@reduxjs/toolkit'
import type { Decision, DecisionOutcome } from '@contract/memory'
import type { ProposalDecision } from '@contract/proposals'
import type { ReportDecision } from '@contract/reports'
import { errorText, isConflict, isNotFound } from '@client/api/errors'
import { proposalApi } from '@client/api/proposal-api'
import { moderationApi, reportApi } from '@client/api/moderation-api'
import { questionApi } from '@client/api/question-api'
import { dropDraftsAbout } from '@client/lib/draft'
import { accountEnded, selectAccountToken } from '@client/session/session-slice'
import { addListeners, type ListenerApi, notify } from '@client/store/listeners'
import { type AppDispatch, rootReducer, type RootState } from '@client/store/root-reducer'
import { OUTCOMES } from './texts'

/** A decision about a pending memory. */
interface MemoryDecision {
  about: 'memory'
  id: number
  memorialId: number
  decision: Decision
}

/** A moderator's decision about a report of a page. */
interface DecisionOnReport {
  about: 'report'
  id: number
  memorialId: number
  decision: ReportDecision
  /** The reason, sent to the keepers of a closed page, or a reply to the reporter. */
  text: string
}

/** A decision about a story that was told in answer to a question. */
interface DecisionOnStory {
  about: 'story'
  id: number
  memorialId: number
  decision: Decision
}

/** A keeper's decision about a proposal of a reader. */
interface DecisionOnProposal {
  about: 'proposal'
  id: number
  memorialId: number
  decision: ProposalDecision['decision']
  /** What stood on the page when it was made. */
  expected: ProposalDecision['expected']
  /** To the author. */
  text: string
}

/** Contains no names and no words of others, so DevTools show none: only ids, what the keeper wrote, and a text of the page itself. */
export type AnyDecision = MemoryDecision | DecisionOnReport | DecisionOnStory | DecisionOnProposal

/** The subject of a decision. Each kind has ids of its own. */
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
    storyOrProposalDecided(state, { payload }: PayloadAction<DecisionOnStory | DecisionOnProposal>) {
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
  storyOrProposalDecided,
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

/** How long a decision can be undone. It is sent after that. */
export const UNDO_MS = 5000

const decisionMade = isAnyOf(memoryDecided, reportDecided, storyOrProposalDecided)
const moderatorLeft = isAnyOf(moderationLeft, accountEnded)

addListeners((startListening) => {
  startListening({
    matcher: decisionMade,
    effect: async ({ payload: decision }, listener) => {
      const isUndone = (event: UnknownAction) => decisionUndone.match(event) && event.payload === keyOf(decision)
      const end = await listener.take((event) => isUndone(event) || moderatorLeft(event), UNDO_MS)
      if (!end) await send([decision], listener.getState(), listener)
    },
  })

  startListening({
    matcher: moderatorLeft,
    effect: async (_event, listener) => {
      // The previous state: a sign-out removes the token from the state, and another account the decisions.
      const state = listener.getOriginalState()
      const waiting = selectWaitingDecisions(state)
      if (waiting.length > 0) await send(waiting, state, listener)
    },
  })
})

/** Sends decisions with the token of the state in which they were due. A sign-out waits for them before it ends the session. */
async function send(decisions: readonly AnyDecision[], state: RootState, listener: ListenerApi): Promise<void> {
  const { pendingAuthenticatedRequests } = listener.extra
  listener.dispatch(decisionsSent(decisions.map(keyOf)))
  const sending = sendDecisions(decisions, selectAccountToken(state), listener.dispatch)
  pendingAuthenticatedRequests.add(sending)
  const settled = await sending.finally(() => pendingAuthenticatedRequests.delete(sending))
  settled.forEach(forgetWritten)
  // Another account may have signed in, and must not see the result.
  const tokenNow = selectAccountToken(listener.getState())
  if (tokenNow === undefined || tokenNow === selectAccountToken(state)) settle(settled, listener)
}

/** The draft of a text is needed until its decision has arrived, or came too late. */
function forgetWritten({ decision: { about, id }, outcome }: Settled): void {
  if (about !== 'report' || outcome === 'failed') return
  dropDraftsAbout('page-closing', id)
  dropDraftsAbout('report-answer', id)
}

/** Removes items that were already decided or deleted from the list. Items whose decision failed return to it. */
function settle(settled: Settled[], { dispatch }: ListenerApi): void {
  const keysOf = (...outcomes: Outcome[]) =>
    settled.filter(({ outcome }) => outcomes.includes(outcome)).map(({ decision }) => keyOf(decision))

  dispatch(decisionsSettled(keysOf('decided', 'decided_before', 'not_found')))
  dispatch(decisionsFailed(keysOf('failed')))
  for (const about of ['memory', 'report', 'story', 'proposal'] as const) {
    const seen = new Set(settled.filter(({ decision }) => decision.about === about).map(({ outcome }) => outcome))
    const texts = OUTCOMES[about]
    if (seen.has('not_found')) dispatch(notify({ variant: 'info', text: texts.not_found }))
    if (seen.has('decided_before')) dispatch(notify({ variant: 'info', text: texts.decided_before }))
    for (const text of failuresOf(settled, about)) dispatch(notify({ variant: 'error', text }))
  }
}

/** What is said of decisions that failed: the reason of the server, where it gives one. */
function failuresOf(settled: Settled[], about: AnyDecision['about']): Set<string> {
  const failed = settled.filter(({ decision, outcome }) => decision.about === about && outcome === 'failed')
  return new Set(failed.map(({ reason }) => (about !== 'memory' && reason) || OUTCOMES[about].failed))
}

export type Outcome = DecisionOutcome | 'failed'

interface Result {
  outcome: Outcome
  /** Why it failed, as the server says it to the person. */
  reason?: string
}

type Settled = Result & { decision: AnyDecision }

/** Sends one request, and returns the outcome of each decision in their order. */
type Ask = () => Promise<Result[] | 'aborted'>

/** Sends decisions: all about memories in one request, each other in its own. */
export async function sendDecisions(
  decisions: readonly AnyDecision[],
  token: string | undefined,
  dispatch: AppDispatch,
): Promise<Settled[]> {
  const words = decisions.filter((decision) => decision.about === 'memory')
  const others = decisions.filter((decision) => decision.about !== 'memory')
  const settled = await Promise.all([
    settledBy(words, () => askOfMemories(words, token, dispatch)),
    ...others.map((decision) => settledBy([decision], () => askOfOther(decision, token, dispatch))),
  ])
  return settled.flat()
}

/**
 * Retries once if a sign-out aborted the first request. The server may have received it, so a decision that was made before
 * counts as this one.
 */
async function settledBy(decisions: readonly AnyDecision[], ask: Ask): Promise<Settled[]> {
  if (decisions.length === 0) return []
  const first = await ask()
  const results = first === 'aborted' ? await askAgain(ask) : first
  return decisions.map((decision, place) => ({ decision, ...(results[place] ?? { outcome: 'failed' }) }))
}

async function askAgain(ask: Ask): Promise<Result[]> {
  const repeated = await ask()
  if (repeated === 'aborted') return []
  return repeated.map((result) => (result.outcome === 'decided_before' ? { outcome: 'decided' } : result))
}

async function askOfMemories(
  decisions: readonly MemoryDecision[],
  token: string | undefined,
  dispatch: AppDispatch,
): Promise<Result[] | 'aborted'> {
  const { moderateMemory, moderateMemories } = moderationApi.endpoints
  const [only, ...others] = decisions
  if (only && others.length === 0) {
    const { error } = await dispatch(moderateMemory.initiate({ ...only, token }, { track: false }))
    return resultsOf(error)
  }
  const { data, error } = await dispatch(moderateMemories.initiate({ decisions, token }, { track: false }))
  return isAborted(error) ? 'aborted' : (data?.result.map(({ outcome }) => ({ outcome })) ?? [])
}

async function askOfOther(
  decision: Exclude<AnyDecision, MemoryDecision>,
  token: string | undefined,
  dispatch: AppDispatch,
): Promise<Result[] | 'aborted'> {
  const sent = { ...decision, token }
  const options = { track: false }
  if (sent.about === 'story') {
    return resultsOf((await dispatch(questionApi.endpoints.moderateStory.initiate(sent, options))).error)
  }
  if (sent.about === 'report') {
    return resultsOf((await dispatch(reportApi.endpoints.decideOnReport.initiate(sent, options))).error)
  }
  const { id, memorialId, expected, text: note } = sent
  const decided = { id, memorialId, decision: sent.decision, expected, note, token }
  const { error } = await dispatch(proposalApi.endpoints.decideOnProposal.initiate(decided, options))
  // Not only of a decision: the text may have changed since, and then the proposal waits on.
  return isConflict(error) ? [{ outcome: 'failed' }] : resultsOf(error)
}

/** The outcome of a request about one decision. */
function resultsOf(error: unknown): [Result] | 'aborted' {
  if (isAborted(error)) return 'aborted'
  if (!error) return [{ outcome: 'decided' }]
  if (isNotFound(error)) return [{ outcome: 'not_found' }]
  if (isConflict(error)) return [{ outcome: 'decided_before' }]
  return [{ outcome: 'failed', reason: errorText(error, { fallback: '' }) }]
}

function isAborted(error: unknown): boolean {
  return (error as { name?: string } | undefined)?.name === 'AbortError'
}
