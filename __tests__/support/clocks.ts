import { act } from '@testing-library/react'

/** Fakes timers, except those that fetch and msw need. End with `jest.useRealTimers()`. */
export function stopClocks(): void {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate', 'performance'], advanceTimers: true })
}

export async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) await act(() => jest.advanceTimersByTimeAsync(1000))
}
