import '@client/app/session-listeners'
import { createAppStore } from '@client/store/create-app-store'
import { DEVTOOLS } from '@client/store/redaction'

export interface HeldTokens {
  token?: string
  /** By memorial id. */
  pinTokens?: Record<number, string>
}

/** A store without components whose session holds these tokens. */
export function aStore({ token, pinTokens = {} }: HeldTokens = {}) {
  return createAppStore({
    preloadedState: { session: { accountToken: token, pinTokens, isRestored: true } },
    devTools: DEVTOOLS,
  })
}
