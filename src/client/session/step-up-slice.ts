import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { accountEnded } from './session-slice'

/** Whether a request waits for the account holder to confirm their identity. */
export interface StepUpState {
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
    confirmationAnswered(state, _event: PayloadAction<{ isConfirmed: boolean }>) {
      state.isAsked = false
    },
  },
  extraReducers: (builder) => {
    builder.addMatcher(accountEnded, (state) => {
      state.isAsked = false
    })
  },
})

export const { confirmationAsked, confirmationAnswered } = stepUpSlice.actions
export const stepUpReducer = stepUpSlice.reducer
