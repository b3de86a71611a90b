import { createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit'

/** The tokens in this browser. They are secrets: DevTools see this slice with its values redacted, by their keys. */
interface SessionState {
  accountToken?: string
  /** Whose it is, once the server has said so: known to this browser also where the server cannot be reached. */
  accountId?: number
  /** By memorial id: what a correct PIN earned. */
  memorialTokens: Record<number, string>
  /** False until the browser's storages have been read, and always on the server. */
  isRestored: boolean
  /** The page was rendered for a guest: until the storages are read, the visitor is treated as one. */
  isGuestAssumed?: boolean
  /** Counts how often another tab ended the account of this one. The open page starts again each time. */
  endsElsewhere?: number
}

interface MemorialTokenReceived {
  memorialId: number
  token: string
}

export const NO_SESSION: SessionState = { memorialTokens: {}, isRestored: false }

const sessionSlice = createSlice({
  name: 'session',
  initialState: NO_SESSION,
  reducers: {
    sessionRestored(state) {
      state.isRestored = true
    },
    /** The payload is an object, as in every event with a token, because DevTools redact by key. */
    signedIn: changeAccount,
    /** Another tab signed in or out (no token), and this one follows. */
    accountChangedElsewhere(state, event: PayloadAction<{ token: string | undefined }>) {
      countEnd(state)
      changeAccount(state, event)
    },
    /** The account was left by choice, in another tab. */
    accountLeftElsewhere(state) {
      countEnd(state)
      forgetAccount(state)
    },
    accountIdentified(state, { payload }: PayloadAction<{ id: number }>) {
      state.accountId = payload.id
    },
    /** The visitor left by choice: the token is also ended on the server. */
    signedOut: forgetAccount,
    /** The server no longer accepts the account token. `app/Layout.tsx` says so, and leads to the sign-in. */
    sessionExpired: forgetAccount,
    /**
     * The holder deleted the account, which will be destroyed at that time: the server has already revoked the token.
     */
    accountDeleted(state, _event: PayloadAction<{ destroyedAt: string }>) {
      forgetAccount(state)
    },
    memorialTokenReceived(state, { payload }: PayloadAction<MemorialTokenReceived>) {
      state.memorialTokens[payload.memorialId] = payload.token
    },
    /** By memorial id. */
    memorialTokenDropped(state, { payload: memorialId }: PayloadAction<number>) {
      const { [memorialId]: _dropped, ...others } = state.memorialTokens
      state.memorialTokens = others
    },
  },
})

export const {
  sessionRestored,
  signedIn,
  accountChangedElsewhere,
  accountLeftElsewhere,
  accountIdentified,
  signedOut,
  sessionExpired,
  accountDeleted,
  memorialTokenReceived,
  memorialTokenDropped,
} = sessionSlice.actions
export const sessionReducer = sessionSlice.reducer

/**
 * The visitor is another than before: all that an account leaves in this tab is cleared by this one matcher. A sign-in too ends what
 * was there before it.
 */
export const accountEnded = isAnyOf(
  signedIn,
  accountChangedElsewhere,
  accountLeftElsewhere,
  signedOut,
  sessionExpired,
  accountDeleted,
)

/** It was ended by choice, so that not even drafts stay. After a lost session they wait for it. */
export const accountLeft = isAnyOf(signedOut, accountDeleted, accountLeftElsewhere)

/** Memorial tokens never outlive a change of account, or an owner would be kept from editing by one. */
function changeAccount(state: SessionState, { payload }: PayloadAction<{ token: string | undefined }>): void {
  forgetAccount(state)
  state.accountToken = payload.token
}

function forgetAccount(state: SessionState): void {
  state.accountToken = undefined
  state.accountId = undefined
  state.memorialTokens = {}
}

/** Where a guest was at work and an account signs in elsewhere, nothing has ended. */
function countEnd(state: SessionState): void {
  if (state.accountToken !== undefined) state.endsElsewhere = (state.endsElsewhere ?? 0) + 1
}

/** Whether a request waits for the account holder to confirm their identity. */
interface StepUpState {
  isAsked: boolean
}

const NOT_ASKED: StepUpState = { isAsked: false }

const stepUpSlice = createSlice({
  name: 'stepUp',
  initialState: NOT_ASKED,
  reducers: {
    confirmationAsked(state) {
      state.isAsked = true
    },
    confirmationClosed(state, _event: PayloadAction<{ isConfirmed: boolean }>) {
      state.isAsked = false
    },
  },
  extraReducers: (builder) => {
    builder.addMatcher(accountEnded, (state) => {
      state.isAsked = false
    })
  },
})

export const { confirmationAsked, confirmationClosed } = stepUpSlice.actions
export const stepUpReducer = stepUpSlice.reducer

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

export function selectMemorialTokens(state: StateWithSession): Record<number, string> {
  return state.session.memorialTokens
}

export function selectMemorialToken(state: StateWithSession, memorialId: number | undefined): string | undefined {
  return memorialId === undefined ? undefined : state.session.memorialTokens[memorialId]
}

/** The token of a request: its memorial's memorial token takes precedence over the account's. */
export function selectTokenFor(
  state: StateWithSession,
  { memorialId, anonymous }: TokenChoice = {},
): string | undefined {
  if (anonymous) return undefined
  return selectMemorialToken(state, memorialId) ?? selectAccountToken(state)
}

/** Whether the visitor is treated as a guest although the storages are not read yet. */
export function selectIsGuestAssumed({ session }: StateWithSession): boolean {
  return session.isGuestAssumed === true && !session.isRestored
}

export function selectIsSessionRestored(state: StateWithSession): boolean {
  return state.session.isRestored
}
