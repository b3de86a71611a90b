import { isAnyOf, type UnknownAction } from '@reduxjs/toolkit'
import { dropDraftsAbout } from '@client/lib/draft'
import { selectAccountToken } from '@client/session/selectors'
import { accountEnded } from '@client/session/session-slice'
import { addListeners, type ListenerApi, notify } from '@client/store/listeners'
import type { RootState } from '@client/store/root-reducer'
import { type Outcome, type Settled, sendDecisions } from './send-decisions'
import {
  type AnyDecision,
  memoryDecided,
  reportDecided,
  decisionsFailed,
  decisionsSent,
  decisionsSettled,
  decisionUndone,
  keyOf,
  moderationLeft,
  selectWaitingDecisions,
} from './decisions-slice'
import { OUTCOMES } from './texts'

/** How long a decision can be undone. It is sent after that. */
export const UNDO_MS = 5000

const decisionMade = isAnyOf(memoryDecided, reportDecided)
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
  for (const about of ['memory', 'report'] as const) {
    const seen = new Set(settled.filter(({ decision }) => decision.about === about).map(({ outcome }) => outcome))
    const texts = OUTCOMES[about]
    if (seen.has('not_found')) dispatch(notify({ variant: 'info', text: texts.not_found }))
    if (seen.has('decided_before')) dispatch(notify({ variant: 'info', text: texts.decided_before }))
    if (seen.has('failed')) dispatch(notify({ variant: 'error', text: texts.failed }))
  }
}
