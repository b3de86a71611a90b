/** If there is an offline copy, a slower network counts as none. */
const TIMEOUT_MS = 6_000

/**
 * The network's response; if it fails or is slow, the offline copy if there is one. The copy is looked up at most once,
 * and no timer outlives the response.
 */
export async function networkFirst(
  ask: () => Promise<Response>,
  readCopy: () => Promise<Response | undefined>,
): Promise<Response> {
  let reading: Promise<Response | undefined> | undefined
  const copy = () => (reading ??= readCopy().catch(() => undefined))

  // The browser's HTTP cache would respond for a while, and hide that there is no network.
  const atOnce = navigator.onLine ? undefined : await copy()
  if (atOnce) return atOnce

  const response = ask()
  try {
    return (await orAfter(TIMEOUT_MS, response, copy)) ?? (await response)
  } catch (error) {
    const instead = await copy()
    if (!instead) throw error
    return instead
  }
}

/** The result of a promise, or of a fallback if the promise takes longer. The timer ends with the promise. */
export async function orAfter<T, U>(ms: number, promise: Promise<T>, standIn: () => Promise<U>): Promise<T | U> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms))).then(standIn)
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}
