import { createSlice, isAnyOf } from '@reduxjs/toolkit'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { paths } from '@contract/paths'
import { accountChangedElsewhere, accountDeleted, signedIn, signedOut } from '@client/session/session-slice'
import { useAppDispatch, useAppSelector } from '@client/store/hooks'
import { rootReducer } from '@client/store/root-reducer'
import { FORCED } from '@client/ui/unsaved-changes'

interface SignOutRedirectState {
  /** The visitor has signed out, or deleted the account, and the redirect is pending. */
  isUnderWay: boolean
  /** When the deleted account will be destroyed. */
  destroyedAt?: string | undefined
}

const initialState: SignOutRedirectState = { isUnderWay: false }

const signOutRedirectSlice = createSlice({
  name: 'signOutRedirect',
  initialState,
  reducers: {
    landedAfterSignOut(state) {
      state.isUnderWay = false
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(signedOut, (state) => {
        state.isUnderWay = true
        state.destroyedAt = undefined
      })
      .addCase(accountDeleted, (state, { payload }) => {
        state.isUnderWay = true
        state.destroyedAt = payload.destroyedAt
      })
      .addMatcher(isAnyOf(signedIn, accountChangedElsewhere), (state) => {
        state.isUnderWay = false
      }),
  selectors: {
    /** Guards must not send a visitor who has just signed out to /login. */
    selectIsLeavingAccount: ({ isUnderWay }) => isUnderWay,
    selectDestroyedAt: ({ destroyedAt }) => destroyedAt,
  },
})

declare module '@client/store/root-reducer' {
  interface LazySlices {
    signOutRedirect: SignOutRedirectState
  }
}

export const { selectIsLeavingAccount, selectDestroyedAt } = signOutRedirectSlice.injectInto(rootReducer).selectors
const { landedAfterSignOut } = signOutRedirectSlice.actions

/**
 * Redirects to the landing page after a sign-out, away from account pages; and after the deletion of an account to the page
 * about its recovery.
 */
export function useSignOutRedirect(): void {
  const isUnderWay = useAppSelector(selectIsLeavingAccount)
  const destroyedAt = useAppSelector(selectDestroyedAt)
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const dispatch = useAppDispatch()

  useEffect(() => {
    if (!isUnderWay) return
    const destination = destroyedAt ? paths.accountDeleted : paths.landing
    if (pathname === destination) dispatch(landedAfterSignOut())
    else void navigate(destination, { state: { ...FORCED, ...(destroyedAt && { destroyedAt }) } })
  }, [isUnderWay, destroyedAt, pathname, navigate, dispatch])
}
