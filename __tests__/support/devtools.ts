import type { compose, StoreEnhancer } from '@reduxjs/toolkit'

/**
 * Stands where the DevTools extension does and writes down all that it would be shown. Import it before anything that
 * imports Redux Toolkit, which looks for the extension when it loads.
 */
interface DevToolsOptions {
  predicate: (state: unknown, action: unknown) => boolean
  actionSanitizer: (action: unknown, id: number) => unknown
  stateSanitizer: (state: unknown, index: number) => unknown
}

const shown: unknown[] = []

function composeWithDevTools(options: DevToolsOptions): typeof compose {
  const record: StoreEnhancer = (next) => (reducer, preloadedState) =>
    next((state, action) => {
      const newState = reducer(state, action)
      if (options.predicate(newState, action)) {
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

Object.defineProperty(window, '__REDUX_DEVTOOLS_EXTENSION_COMPOSE__', { value: composeWithDevTools })

/** Every action and state that DevTools were given, in order. */
export function shownToDevTools(): readonly unknown[] {
  return shown
}
