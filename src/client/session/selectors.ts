import type { SessionState } from './session-slice'

/** Any state that holds the session slice; the session room knows no more of the store. */
export interface StateWithSession {
  session: SessionState
}

/** What a request says of itself, so that its token can be chosen. */
export interface TokenChoice {
  /** The memorial that the request names in its path, query or body. */
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

/** The token a request carries: its memorial's PIN token goes before the account's. */
export function selectTokenFor(
  state: StateWithSession,
  { memorialId, anonymous }: TokenChoice = {},
): string | undefined {
  if (anonymous) return undefined
  return selectPinToken(state, memorialId) ?? selectAccountToken(state)
}

/** Whether the visitor counts as a guest although the storages are not read yet. */
export function selectIsGuestAssumed({ session }: StateWithSession): boolean {
  return session.isGuestAssumed === true && !session.isRestored
}

export function selectIsSessionRestored(state: StateWithSession): boolean {
  return state.session.isRestored
}
