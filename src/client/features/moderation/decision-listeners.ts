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

/** So long a decision can be undone, before it is sent. */
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

/** Sends a decision once its time is over or its moderator leaves, unless it was undone. */
async function handle({ memoryId, memorialId, decision }: MemoryDecision, listener: ListenerApi): Promise<void> {
  // It is gone from the state when a sign-out is what hastens the request.
  const token = selectAccountToken(listener.getState())
  const isUndone = (event: UnknownAction) => decisionUndone.match(event) && event.payload === memoryId

  const end = await listener.take((event) => isUndone(event) || moderatorLeft(event), UNDO_MS)
  if (end && isUndone(end[0])) return
  listener.dispatch(decisionSent(memoryId))
  const failure = await send(listener, { memoryId, memorialId, decision, token })
  // Another account has signed in meanwhile: what became of it is told to nobody.
  if (!selectDecidedIds(listener.getState()).has(memoryId)) return
  if (failure) finishRefused(memoryId, failure, listener)
  else listener.dispatch(decisionSettled(memoryId))
}

/** Sends it once more after a sign-out has aborted the first request, which may have arrived all the same. */
async function send({ dispatch }: ListenerApi, decision: ModerateArg): Promise<unknown> {
  const attempt = () => dispatch(moderationApi.endpoints.moderateMemory.initiate(decision, { track: false }))
  const { error } = await attempt()
  if (!isAborted(error)) return error
  const { error: repeated } = await attempt()
  return isConflict(repeated) ? undefined : repeated
}

/** A memory that is decided or deleted already: the moderator is told so. Any other goes back to those that wait. */
function finishRefused(memoryId: number, failure: unknown, { dispatch }: ListenerApi): void {
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
