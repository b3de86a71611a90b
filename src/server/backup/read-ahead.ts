/**
 * Yields the result of `load` for each item, in order, with up to `ahead` loads in progress. When the consumer stops
 * early, or a load fails, the others are awaited and discarded.
 */
export async function* readAhead<Item, Loaded>(
  items: Iterable<Item>,
  ahead: number,
  load: (item: Item) => Promise<Loaded>,
): AsyncGenerator<Loaded> {
  const loading: Promise<Loaded>[] = []
  try {
    for (const item of items) {
      const next = load(item)
      // The error is thrown when its turn comes.
      next.catch(() => undefined)
      loading.push(next)
      if (loading.length >= ahead) yield await (loading.shift() as Promise<Loaded>)
    }
    for (let next = loading.shift(); next; next = loading.shift()) yield await next
  } finally {
    await Promise.allSettled(loading)
  }
}
