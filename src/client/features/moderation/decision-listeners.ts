import { isAnyOf, type UnknownAction } from '@reduxjs/toolkit'
import type { DecisionOutcome } from '@contract/memory'
import { isConflict, isNotFound } from '@client/api/errors'
import { moderationApi } from '@client/api/moderation-api'
import { selectAccountToken } from '@client/session/selectors'
import { accountChangedElsewhere, signedOut } from '@client/session/session-slice'
import { addListeners, type ListenerApi } from '@client/store/listeners'
import { told } from '@client/store/notices'
import type { RootState } from '@client/store/root-reducer'
import {
  decisionsFailed,
  decisionsSent,
  decisionsSettled,
  decisionUndone,
  type MemoryDecision,
  memoryDecided,
  moderationLeft,
  selectDecidedIds,
  selectWaitingDecisions,
} from './decisions-slice'

/** How long a decision can be undone. It is sent after that. */
export const UNDO_MS = 5000

const DECISION_FAILED = 'Ошибка при сохранении информации.'
const ALREADY_DECIDED = 'По этому воспоминанию решение уже принято.'
const DELETED_MEANWHILE = 'Этого воспоминания больше нет.'

const moderatorLeft = isAnyOf(moderationLeft, signedOut, accountChangedElsewhere)

type Outcome = DecisionOutcome | 'failed'

addListeners((startListening) => {
  startListening({
    actionCreator: memoryDecided,
    effect: async ({ payload: { memoryId, memorialId, decision } }, listener) => {
      const isUndone = (event: UnknownAction) => decisionUndone.match(event) && event.payload === memoryId
      const end = await listener.take((event) => isUndone(event) || moderatorLeft(event), UNDO_MS)
      if (!end) await send([{ memoryId, memorialId, decision }], listener.getState(), listener)
    },
  })

  startListening({
    matcher: moderatorLeft,
    effect: async (_event, listener) => {
      // As it was before: a sign-out removes the token from the state, and another account the decisions.
      const state = listener.getOriginalState()
      const waiting = selectWaitingDecisions(state)
      if (waiting.length > 0) await send(waiting, state, listener)
    },
  })
})

/** Sends decisions with the token of the state in which they were due. The session is not ended before. */
async function send(decisions: readonly MemoryDecision[], state: RootState, listener: ListenerApi): Promise<void> {
  const { needingToken } = listener.extra
  listener.dispatch(decisionsSent(decisions.map(({ memoryId }) => memoryId)))
  const sending = outcomesOf(decisions, selectAccountToken(state), listener)
  needingToken.add(sending)
  const outcomes = await sending.finally(() => needingToken.delete(sending))
  // A decision may be gone from the state: another account has signed in, and must not see the result.
  const known = selectDecidedIds(listener.getState())
  settle(
    decisions
      .map(({ memoryId }, place) => ({ memoryId, outcome: outcomes[place] ?? 'failed' }))
      .filter(({ memoryId }) => known.has(memoryId)),
    listener,
  )
}

/**
 * In the order of the decisions. Retries once if a sign-out aborted the first request. The server may have received that
 * one, so what it finds decided before counts as decided.
 */
async function outcomesOf(
  decisions: readonly MemoryDecision[],
  token: string | undefined,
  listener: ListenerApi,
): Promise<Outcome[]> {
  const first = await ask(decisions, token, listener)
  if (first !== 'aborted') return first
  const repeated = await ask(decisions, token, listener)
  if (repeated === 'aborted') return []
  return repeated.map((outcome) => (outcome === 'decided_before' ? 'decided' : outcome))
}

async function ask(
  decisions: readonly MemoryDecision[],
  token: string | undefined,
  { dispatch }: ListenerApi,
): Promise<Outcome[] | 'aborted'> {
  const { moderateMemory, moderateMemories } = moderationApi.endpoints
  const [only, ...others] = decisions
  if (only && others.length === 0) {
    const { error } = await dispatch(moderateMemory.initiate({ ...only, token }, { track: false }))
    return isAborted(error) ? 'aborted' : [outcomeOf(error)]
  }
  const { data, error } = await dispatch(moderateMemories.initiate({ decisions, token }, { track: false }))
  return isAborted(error) ? 'aborted' : (data?.result.map(({ outcome }) => outcome) ?? [])
}

function outcomeOf(error: unknown): Outcome {
  if (!error) return 'decided'
  if (isNotFound(error)) return 'not_found'
  return isConflict(error) ? 'decided_before' : 'failed'
}

/** Memories that were already decided or deleted leave the list. Those whose decision failed come back to the list. */
function settle(results: { memoryId: number; outcome: Outcome }[], { dispatch }: ListenerApi): void {
  const idsOf = (...outcomes: Outcome[]) =>
    results.filter(({ outcome }) => outcomes.includes(outcome)).map(({ memoryId }) => memoryId)

  dispatch(decisionsSettled(idsOf('decided', 'decided_before', 'not_found')))
  dispatch(decisionsFailed(idsOf('failed')))
  if (idsOf('not_found').length > 0) dispatch(told({ variant: 'info', text: DELETED_MEANWHILE }))
  if (idsOf('decided_before').length > 0) dispatch(told({ variant: 'info', text: ALREADY_DECIDED }))
  if (idsOf('failed').length > 0) dispatch(told({ variant: 'error', text: DECISION_FAILED }))
}

function isAborted(error: unknown): boolean {
  return (error as { name?: string } | undefined)?.name === 'AbortError'
}
