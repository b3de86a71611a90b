const latest = new Map<string, symbol>()
const ends = new Map<string, Promise<unknown>>()

/**
 * Runs works of the same key one after another. One that a later one has replaced is not begun, or its outcome no longer
 * counts: both give `undefined`.
 */
export async function inTurn<Outcome>(key: string, work: () => PromiseLike<Outcome>): Promise<Outcome | undefined> {
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
