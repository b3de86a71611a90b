import { useEffect, useState } from 'react'

/** Counts seconds down from `startFrom` to zero, where it stops. `restart` starts again. */
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
