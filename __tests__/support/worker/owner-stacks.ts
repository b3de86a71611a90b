import * as React from 'react'

const INTERNALS = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
const MORE_THAN_REACT_TAKES = 1_000_000

/**
 * In development React captures the stack of each new element, for the "owner" that a warning names: a tenth of a test's
 * time. It stops by itself after many in a second, so its counter is fixed at many. Warnings name components without it
 * too.
 */
export function takeNoOwnerStacks(): void {
  const internals = (React as unknown as Record<string, object>)[INTERNALS]
  if (!internals) throw new Error('This React counts its stacks somewhere else')
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    configurable: true,
    get: () => MORE_THAN_REACT_TAKES,
    set() {
      // The counter stays at many.
    },
  })
}
