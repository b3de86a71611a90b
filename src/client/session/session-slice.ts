import { createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit'

/** The tokens that this browser holds. They are secrets: DevTools see this slice with its values hidden, by their keys. */
export interface SessionState {
  accountToken?: string
  /** By memorial id: what a correct PIN earned. */
  pinTokens: Record<number, string>
  /** False until the browser's storages have been read, and always while the server renders. */
  isRestored: boolean
  /** The page was rendered for a guest: until the storages are read, the visitor is taken for one. */
  isGuestAssumed?: boolean
}

export interface PinAccepted {
  memorialId: number
  token: string
}

export const NO_SESSION: SessionState = { pinTokens: {}, isRestored: false }

const sessionSlice = createSlice({
  name: 'session',
  initialState: NO_SESSION,
  reducers: {
    sessionRestored(state) {
      state.isRestored = true
    },
    /** The payload is an object, as in every event with a token: DevTools know by the key what to hide. */
    signedIn: changeAccount,
    /** Another tab signed in or out (no token), and this one follows. */
    accountChangedElsewhere: changeAccount,
    /** The visitor left by choice: the token is also ended on the server. */
    signedOut: forgetAccount,
    /** The server no longer knows the account token. */
    sessionExpired: forgetAccount,
    /** Its holder deleted the account, which will be destroyed then: the server has ended the token already. */
    accountDeleted(state, _event: PayloadAction<{ destroyedAt: string }>) {
      forgetAccount(state)
    },
    pinAccepted(state, { payload }: PayloadAction<PinAccepted>) {
      state.pinTokens[payload.memorialId] = payload.token
    },
    /** By memorial id. */
    pinDropped(state, { payload: memorialId }: PayloadAction<number>) {
      const { [memorialId]: _dropped, ...kept } = state.pinTokens
      state.pinTokens = kept
    },
  },
})

export const {
  sessionRestored,
  signedIn,
  accountChangedElsewhere,
  signedOut,
  sessionExpired,
  accountDeleted,
  pinAccepted,
  pinDropped,
} = sessionSlice.actions
export const sessionReducer = sessionSlice.reducer

/**
 * The visitor is another than before: all that an account leaves in this tab is cleared by this one matcher. A sign-in too ends what
 * was there before it.
 */
export const accountEnded = isAnyOf(signedIn, accountChangedElsewhere, signedOut, sessionExpired, accountDeleted)

/** PIN tokens never outlive a change of account, or an owner would be kept from editing by one. */
function changeAccount(state: SessionState, { payload }: PayloadAction<{ token: string | undefined }>): void {
  state.accountToken = payload.token
  state.pinTokens = {}
}

function forgetAccount(state: SessionState): void {
  state.accountToken = undefined
  state.pinTokens = {}
}
