import { useEffect, useEffectEvent, useState } from 'react'

/** Seconds left, from `seconds` down to 0; then `onOver` is called once. */
export function useCountdown(seconds: number, onOver: () => void): number {
  const [left, setLeft] = useState(seconds)
  const over = useEffectEvent(onOver)

  useEffect(() => {
    if (left <= 0) {
      over()
      return undefined
    }
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])

  return left
}
