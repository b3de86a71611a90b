/** What is to happen after so long from now on, and can be done before its time. Undone by `jest.restoreAllMocks`. */
export function timersOf(ms: number): (() => void)[] {
  const timers: (() => void)[] = []
  const { setTimeout } = global
  jest.spyOn(global, 'setTimeout').mockImplementation(((run: () => void, after: number, ...rest: unknown[]) => {
    if (after === ms) timers.push(run)
    return setTimeout(run, after, ...rest)
  }) as typeof setTimeout)
  return timers
}
