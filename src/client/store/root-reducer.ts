import { combineSlices, type ThunkDispatch, type UnknownAction } from '@reduxjs/toolkit'
import { api } from '@client/api/api'
import { sessionReducer, stepUpReducer } from '@client/session/session-slice'

/**
 * Slices that are injected when their feature loads. A feature adds its own next to the slice:
 * `declare module '@client/store/root-reducer' { interface LazySlices { decisions: DecisionsState } }`
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- features add to it
export interface LazySlices {}

/** Shared by all stores: `slice.injectInto(rootReducer)` adds a slice to each of them, from its next action on. */
export const rootReducer = combineSlices(
  { session: sessionReducer, stepUp: stepUpReducer },
  api,
).withLazyLoadedSlices<LazySlices>()

export type RootState = ReturnType<typeof rootReducer>
export type AppDispatch = ThunkDispatch<RootState, unknown, UnknownAction>
