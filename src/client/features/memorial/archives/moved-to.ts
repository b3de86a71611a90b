/** The same ids, one of them at another index. */
export function movedTo(ids: number[], id: number, index: number): number[] {
  const others = ids.filter((other) => other !== id)
  return [...others.slice(0, index), id, ...others.slice(index)]
}
