import { createSlice, isAnyOf } from '@reduxjs/toolkit'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { screens } from '@contract/paths'
import { accountChangedElsewhere, signedIn, signedOut } from '@client/session/session-slice'
import { useAppDispatch, useAppSelector } from '@client/store/hooks'
import { rootReducer } from '@client/store/root-reducer'
import { FORCED } from '@client/ui/unsaved-changes'

interface SignOutRedirectState {
  /** The visitor has signed out and is on the way to the landing page. */
  isUnderWay: boolean
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
      })
      .addMatcher(isAnyOf(signedIn, accountChangedElsewhere), (state) => {
        state.isUnderWay = false
      }),
  selectors: {
    /** Guards must not send whoever has just signed out to /login meanwhile. */
    selectIsLeavingAccount: ({ isUnderWay }) => isUnderWay,
  },
})

declare module '@client/store/root-reducer' {
  interface LazySlices {
    signOutRedirect: SignOutRedirectState
  }
}

export const { selectIsLeavingAccount } = signOutRedirectSlice.injectInto(rootReducer).selectors
const { landedAfterSignOut } = signOutRedirectSlice.actions

/** Leads whoever has signed out to the landing page, away from screens of the account. */
export function useSignOutRedirect(): void {
  const isUnderWay = useAppSelector(selectIsLeavingAccount)
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const dispatch = useAppDispatch()

  useEffect(() => {
    if (!isUnderWay) return
    if (pathname === screens.landing) dispatch(landedAfterSignOut())
    else void navigate(screens.landing, { state: FORCED })
  }, [isUnderWay, pathname, navigate, dispatch])
}
