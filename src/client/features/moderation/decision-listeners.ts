import { isAnyOf, type UnknownAction } from '@reduxjs/toolkit'
import { errorText, isConflict, isNotFound } from '@client/api/errors'
import { type ModerateArg, moderationApi } from '@client/api/moderation-api'
import { selectAccountToken } from '@client/session/selectors'
import { accountChangedElsewhere, signedOut } from '@client/session/session-slice'
import { addListeners, type ListenerApi } from '@client/store/listeners'
import { told } from '@client/store/notices'
import {
  decisionFailed,
  decisionSent,
  decisionSettled,
  decisionUndone,
  type MemoryDecision,
  memoryDecided,
  moderationLeft,
  selectDecidedIds,
} from './decisions-slice'

/** How long a decision can be undone. It is sent after that. */
export const UNDO_MS = 5000

const DECISION_FAILED = 'Ошибка при сохранении информации.'
const ALREADY_DECIDED = 'По этому воспоминанию решение уже принято.'
const DELETED_MEANWHILE = 'Этого воспоминания больше нет.'

const moderatorLeft = isAnyOf(moderationLeft, signedOut, accountChangedElsewhere)

addListeners((startListening) => {
  startListening({
    actionCreator: memoryDecided,
    effect: async ({ payload }, listener) => {
      const { needingToken } = listener.extra
      const handling = handle(payload, listener)
      needingToken.add(handling)
      await handling.finally(() => needingToken.delete(handling))
    },
  })
})

/** Sends a decision after the undo time, or earlier if the moderator leaves. An undone decision is not sent. */
async function handle({ memoryId, memorialId, decision }: MemoryDecision, listener: ListenerApi): Promise<void> {
  // Read before the wait: a sign-out sends the decision at once, but removes the token from the state.
  const token = selectAccountToken(listener.getState())
  const isUndone = (event: UnknownAction) => decisionUndone.match(event) && event.payload === memoryId

  const end = await listener.take((event) => isUndone(event) || moderatorLeft(event), UNDO_MS)
  if (end && isUndone(end[0])) return
  listener.dispatch(decisionSent(memoryId))
  const failure = await send(listener, { memoryId, memorialId, decision, token })
  // The decision is gone from the state: another account has signed in, and must not see the result.
  if (!selectDecidedIds(listener.getState()).has(memoryId)) return
  if (failure) handleFailure(memoryId, failure, listener)
  else listener.dispatch(decisionSettled(memoryId))
}

/**
 * Retries once if a sign-out aborted the first request. The server may have received that one, so a conflict at the
 * retry counts as success.
 */
async function send({ dispatch }: ListenerApi, decision: ModerateArg): Promise<unknown> {
  const attempt = () => dispatch(moderationApi.endpoints.moderateMemory.initiate(decision, { track: false }))
  const { error } = await attempt()
  if (!isAborted(error)) return error
  const { error: repeated } = await attempt()
  return isConflict(repeated) ? undefined : repeated
}

/** A memory that was already decided or deleted leaves the list. After any other error it comes back to the list. */
function handleFailure(memoryId: number, failure: unknown, { dispatch }: ListenerApi): void {
  if (isNotFound(failure)) {
    dispatch(decisionSettled(memoryId))
    dispatch(told({ variant: 'info', text: DELETED_MEANWHILE }))
  } else if (isConflict(failure)) {
    dispatch(decisionSettled(memoryId))
    dispatch(told({ variant: 'info', text: errorText(failure, { fallback: ALREADY_DECIDED }) }))
  } else {
    dispatch(decisionFailed(memoryId))
    dispatch(told({ variant: 'error', text: DECISION_FAILED }))
  }
}

function isAborted(error: unknown): boolean {
  return (error as { name?: string } | undefined)?.name === 'AbortError'
}
