import { useEffect } from 'react'

/** Lets the browser ask for confirmation before the tab is closed with unfinished work. */
export function useWarningOnClose(isUnfinished: boolean): void {
  useEffect(() => (isUnfinished ? warnOnClose() : undefined), [isUnfinished])
}

/** The same outside of components. Returns the function that removes the warning. */
export function warnOnClose(): () => void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault()
  window.addEventListener('beforeunload', ask)
  return () => window.removeEventListener('beforeunload', ask)
}
