/**
 * What `load` gives for each item, in their order, loading up to `ahead` of them at once before they are asked for. When the
 * reader stops early, or one fails, the others are awaited and forgotten.
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
      // Handled when its turn comes.
      next.catch(() => undefined)
      loading.push(next)
      if (loading.length >= ahead) yield await (loading.shift() as Promise<Loaded>)
    }
    for (let next = loading.shift(); next; next = loading.shift()) yield await next
  } finally {
    await Promise.allSettled(loading)
  }
}
