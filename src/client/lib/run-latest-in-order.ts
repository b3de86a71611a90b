const latest = new Map<string, symbol>()
const ends = new Map<string, Promise<unknown>>()

/**
 * Runs tasks with the same key one after another. A task that was superseded by a later one is not started, or its
 * result is dropped: both return `undefined`.
 */
export async function runLatestInOrder<Outcome>(
  key: string,
  work: () => PromiseLike<Outcome>,
): Promise<Outcome | undefined> {
  const turn = Symbol(key)
  const isReplaced = () => latest.get(key) !== turn
  const before = ends.get(key)

  async function run(): Promise<Outcome | undefined> {
    await before
    if (isReplaced()) return undefined
    const outcome = await work()
    return isReplaced() ? undefined : outcome
  }

  latest.set(key, turn)
  const outcome = run()
  ends.set(
    key,
    outcome.catch(() => undefined),
  )
  try {
    return await outcome
  } finally {
    if (!isReplaced()) {
      latest.delete(key)
      ends.delete(key)
    }
  }
}
