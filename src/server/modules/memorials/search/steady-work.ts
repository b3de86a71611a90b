import { setTimeout as pause } from 'node:timers/promises'

const RETRY_MS = 1000

/** Runs work step by step for as long as it is needed. A failed step is retried alone, after a pause. */
export function steadyWork(parts: {
  isNeeded: () => boolean
  step: () => Promise<void>
  noteFailure: (error: unknown) => void
  /** Ends the work. */
  signal: AbortSignal
}) {
  const { isNeeded, step, noteFailure, signal } = parts
  let running: Promise<void> | undefined
  const isOver = () => signal.aborted

  async function run(): Promise<void> {
    while (isNeeded() && !isOver()) {
      try {
        await step()
      } catch (error) {
        if (isOver()) return
        noteFailure(error)
        await pause(RETRY_MS, undefined, { ref: false, signal }).catch(() => undefined)
      }
    }
  }

  function begin(): void {
    if (running || !isNeeded() || isOver()) return
    running = run().finally(() => {
      running = undefined
      begin()
    })
  }

  return { begin, ended: (): Promise<void> => running ?? Promise.resolve() }
}
