import { useEffect, useState } from 'react'

/** Seconds left until zero, from `startFrom` (zero means at rest). `restart` counts anew. */
export function useCountdown(startFrom: number) {
  const [secondsLeft, setSecondsLeft] = useState(startFrom)
  const isRunning = secondsLeft > 0

  useEffect(() => {
    if (!isRunning) return
    const clock = setInterval(() => setSecondsLeft((seconds) => Math.max(0, seconds - 1)), 1000)
    return () => clearInterval(clock)
  }, [isRunning])

  return { secondsLeft, restart: setSecondsLeft }
}
