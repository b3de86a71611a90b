import type { SessionState } from './session-slice'

/** Any state that contains the session slice; the session room knows nothing else about the store. */
export interface StateWithSession {
  session: SessionState
}

/** What a request declares so that its token can be selected. */
export interface TokenChoice {
  /** The memorial in the request's path, query or body. */
  memorialId?: number
  /** Registration and the links of letters carry no token. */
  anonymous?: boolean
}

export function selectAccountToken(state: StateWithSession): string | undefined {
  return state.session.accountToken
}

/** Undefined for guests, and until the server has once said whose token this browser holds. */
export function selectAccountId(state: StateWithSession): number | undefined {
  return state.session.accountId
}

export function selectPinTokens(state: StateWithSession): Record<number, string> {
  return state.session.pinTokens
}

export function selectPinToken(state: StateWithSession, memorialId: number | undefined): string | undefined {
  return memorialId === undefined ? undefined : state.session.pinTokens[memorialId]
}

/** The token of a request: its memorial's PIN token takes precedence over the account's. */
export function selectTokenFor(
  state: StateWithSession,
  { memorialId, anonymous }: TokenChoice = {},
): string | undefined {
  if (anonymous) return undefined
  return selectPinToken(state, memorialId) ?? selectAccountToken(state)
}

/** Whether the visitor is treated as a guest although the storages are not read yet. */
export function selectIsGuestAssumed({ session }: StateWithSession): boolean {
  return session.isGuestAssumed === true && !session.isRestored
}

export function selectIsSessionRestored(state: StateWithSession): boolean {
  return state.session.isRestored
}
