import { type FocusEvent, useEffect, useEffectEvent, useState } from 'react'

/** The minimum time left after a pause. */
const LEAST_AFTER_PAUSE_MS = 2500

/**
 * Dismisses something after a while. The timer is paused while a pointer is over it, it has keyboard focus, or another
 * window is active.
 */
export function useAutoDismiss(dismiss: () => void, afterMs: number) {
  const [isUnderPointer, setUnderPointer] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const [isWindowLeft, setWindowLeft] = useState(false)
  const [leftMs, setLeftMs] = useState(afterMs)
  const isPaused = isUnderPointer || isFocused || isWindowLeft

  const startClock = useEffectEvent(() => {
    const startedAt = Date.now()
    const timer = setTimeout(dismiss, leftMs)
    return () => {
      clearTimeout(timer)
      setLeftMs(Math.max(leftMs - (Date.now() - startedAt), LEAST_AFTER_PAUSE_MS))
    }
  })

  // Only a pause stops or starts the timer, so there are no other dependencies.
  useEffect(() => (isPaused ? undefined : startClock()), [isPaused])

  useEffect(() => {
    const goAway = () => setWindowLeft(true)
    const comeBack = () => setWindowLeft(false)
    window.addEventListener('blur', goAway)
    window.addEventListener('focus', comeBack)
    return () => {
      window.removeEventListener('blur', goAway)
      window.removeEventListener('focus', comeBack)
    }
  }, [])

  return {
    onPointerEnter: () => setUnderPointer(true),
    onPointerLeave: () => setUnderPointer(false),
    // A press focuses too, and would pause the timer for as long as the focus stays.
    onFocus: ({ target }: FocusEvent) => setFocused(target.matches(':focus-visible')),
    onBlur: () => setFocused(false),
  }
}
