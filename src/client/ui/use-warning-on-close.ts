import { useEffect } from 'react'

/** Lets the browser ask, in its own words, before the tab is closed on something unfinished. */
export function useWarningOnClose(isUnfinished: boolean): void {
  useEffect(() => (isUnfinished ? warnOnClose() : undefined), [isUnfinished])
}

/** The same outside of components. Returns what ends it. */
export function warnOnClose(): () => void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault()
  window.addEventListener('beforeunload', ask)
  return () => window.removeEventListener('beforeunload', ask)
}
