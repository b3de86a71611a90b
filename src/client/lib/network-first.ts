/** A network that is slower than this is no better than none, where the device has a copy. */
const PATIENCE_MS = 6_000

/**
 * What the network gives; where it gives nothing or is slow, the copy on the device if there is one. The copy is looked up at
 * most once, and no timer outlives the response.
 */
export async function networkFirst(
  ask: () => Promise<Response>,
  readCopy: () => Promise<Response | undefined>,
): Promise<Response> {
  let reading: Promise<Response | undefined> | undefined
  const copy = () => (reading ??= readCopy().catch(() => undefined))

  // The browser's own cache would answer for a while, and not say that there is no network.
  const atOnce = navigator.onLine ? undefined : await copy()
  if (atOnce) return atOnce

  const response = ask()
  try {
    return (await orAfter(PATIENCE_MS, response, copy)) ?? (await response)
  } catch (error) {
    const instead = await copy()
    if (!instead) throw error
    return instead
  }
}

/** A promise's result, or what stands in for it where the promise takes longer. The timer ends with the promise. */
export async function orAfter<T, U>(ms: number, promise: Promise<T>, standIn: () => Promise<U>): Promise<T | U> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms))).then(standIn)
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}
