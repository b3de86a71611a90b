import { isAnyOf, type ListenerEffectAPI, type UnknownAction } from '@reduxjs/toolkit'
import { NORMAL_TIMEOUT_MS } from '@contract/limits'
import { errorText, isConflict, isNotFound } from '@client/api/errors'
import { type ModerateArg, moderationApi, selectAuthorEmail } from '@client/api/moderation-api'
import { selectAccountToken } from '@client/session/selectors'
import { accountChangedElsewhere, signedOut } from '@client/session/session-slice'
import type { AppDispatch, RootState } from './create-app-store'
import {
  decisionAccepted,
  decisionRefused,
  decisionSent,
  decisionUndone,
  memoryDecided,
  moderationLeft,
  selectUnsettledCount,
} from './decisions-slice'
import type { StartListening } from './listeners'

/** So long a decision can be undone, before it is sent. */
export const UNDO_MS = 5000

const DECISION_FAILED = 'Ошибка при сохранении информации.'
const ALREADY_DECIDED = 'По этому воспоминанию решение уже принято.'
const DELETED_MEANWHILE = 'Этого воспоминания больше нет.'

type Listener = ListenerEffectAPI<RootState, AppDispatch>

const moderatorLeft = isAnyOf(moderationLeft, signedOut, accountChangedElsewhere)

/** Sends each decision once its time is over or its moderator leaves, unless it was undone. */
export function sendDecisions(startListening: StartListening): void {
  startListening({
    actionCreator: memoryDecided,
    effect: async ({ payload: { memoryId, memorialId, decision } }, listener) => {
      // Both are gone from the state when a sign-out is what hastens it.
      const token = selectAccountToken(listener.getState())
      const author_email = selectAuthorEmail(listener.getState(), memoryId)
      const isUndone = (event: UnknownAction) => decisionUndone.match(event) && event.payload === memoryId

      const end = await listener.take((event) => isUndone(event) || moderatorLeft(event), UNDO_MS)
      if (end && isUndone(end[0])) return
      listener.dispatch(decisionSent(memoryId))
      const failure = await send(listener, { memoryId, memorialId, decision, author_email, token })
      listener.dispatch(failure ? decisionRefused({ memoryId, ...outcomeOf(failure) }) : decisionAccepted(memoryId))
    },
  })
}

/** Resolves when the server has heard of every decision, or has had its time to. */
export async function decisionsSettled(listener: Pick<Listener, 'condition' | 'getState'>): Promise<void> {
  const areSettled = (state: RootState) => selectUnsettledCount(state) === 0
  if (!areSettled(listener.getState())) {
    await listener.condition((_event, state) => areSettled(state), NORMAL_TIMEOUT_MS)
  }
}

/** What went wrong. A sign-out aborts what is under way, which may have arrived all the same. */
async function send({ dispatch }: Listener, decision: ModerateArg): Promise<unknown> {
  const attempt = () => dispatch(moderationApi.endpoints.moderateMemory.initiate(decision, { track: false }))
  const { error } = await attempt()
  if (!isAborted(error)) return error
  const { error: repeated } = await attempt()
  return isConflict(repeated) ? undefined : repeated
}

function outcomeOf(failure: unknown) {
  if (isNotFound(failure)) return { isSettled: true, text: DELETED_MEANWHILE }
  if (isConflict(failure)) return { isSettled: true, text: errorText(failure, { fallback: ALREADY_DECIDED }) }
  return { isSettled: false, text: DECISION_FAILED }
}

function isAborted(error: unknown): boolean {
  return (error as { name?: string } | undefined)?.name === 'AbortError'
}
