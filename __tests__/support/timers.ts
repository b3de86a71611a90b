/** The pending callbacks of timers with this delay, which a test can run early. Undone by `jest.restoreAllMocks`. */
export function timersOf(ms: number): (() => void)[] {
  const timers: (() => void)[] = []
  const { setTimeout } = global
  jest.spyOn(global, 'setTimeout').mockImplementation(((run: () => void, after: number, ...rest: unknown[]) => {
    if (after === ms) timers.push(run)
    return setTimeout(run, after, ...rest)
  }) as typeof setTimeout)
  return timers
}
