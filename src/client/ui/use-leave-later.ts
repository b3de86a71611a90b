import { type FocusEvent, useEffect, useEffectEvent, useState } from 'react'

/** However little time was left: after a pause one still sees what one is coming back from. */
const LEAST_AFTER_PAUSE_MS = 2500

/**
 * Leaves by itself after a while. The time stands still while a pointer is over it, a keyboard's focus is within it or
 * the window is left for another one.
 */
export function useLeaveLater(leave: () => void, afterMs: number) {
  const [isUnderPointer, setUnderPointer] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const [isWindowLeft, setWindowLeft] = useState(false)
  const [leftMs, setLeftMs] = useState(afterMs)
  const isPaused = isUnderPointer || isFocused || isWindowLeft

  const startClock = useEffectEvent(() => {
    const startedAt = Date.now()
    const timer = setTimeout(leave, leftMs)
    return () => {
      clearTimeout(timer)
      setLeftMs(Math.max(leftMs - (Date.now() - startedAt), LEAST_AFTER_PAUSE_MS))
    }
  })

  // Only a pause stops the clock: neither a new `leave` nor what is left of the time starts it anew.
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
    // A pointer that presses focuses too, and stays there when it only dragged a little.
    onFocus: ({ target }: FocusEvent) => setFocused(target.matches(':focus-visible')),
    onBlur: () => setFocused(false),
  }
}
