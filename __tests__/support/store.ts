import '@client/app/session-listeners'
import { createAppStore } from '@client/store/create-app-store'
import { DEVTOOLS } from '@client/store/redaction'

export interface HeldTokens {
  token?: string
  /** By memorial id. */
  memorialTokens?: Record<number, string>
}

/** A store without components whose session holds these tokens. */
export function aStore({ token, memorialTokens = {} }: HeldTokens = {}) {
  return createAppStore({
    preloadedState: { session: { accountToken: token, memorialTokens, isRestored: true } },
    devTools: DEVTOOLS,
  })
}
