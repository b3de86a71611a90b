import type { compose, StoreEnhancer } from '@reduxjs/toolkit'

interface DevToolsOptions {
  predicate: (state: unknown, action: unknown) => boolean
  actionSanitizer: (action: unknown, id: number) => unknown
  stateSanitizer: (state: unknown, index: number) => unknown
}

/** What DevTools received since `record`, in order. Undefined while nothing is recorded. */
let shown: unknown[] | undefined

/** Replaces the DevTools extension, which Redux Toolkit looks for when it is loaded. Records nothing before `record`. */
export function composeWithDevTools(options: DevToolsOptions): typeof compose {
  const record: StoreEnhancer = (next) => (reducer, preloadedState) =>
    next((state, action) => {
      const newState = reducer(state, action)
      if (shown && options.predicate(newState, action)) {
        shown.push(options.actionSanitizer(action, shown.length), options.stateSanitizer(newState, shown.length))
      }
      return newState
    }, preloadedState)

  return ((...enhancers: StoreEnhancer[]) =>
    enhancers.reduceRight<StoreEnhancer>(
      (inner, enhancer) => (next) => enhancer(inner(next)),
      record,
    )) as typeof compose
}

export function record(): unknown[] {
  shown = []
  return shown
}

export function stopRecording(): void {
  shown = undefined
}
