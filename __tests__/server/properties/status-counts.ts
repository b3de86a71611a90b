import { nameOf, type Operation } from './operations'

export type StatusCounts = ReturnType<typeof createStatusCounts>

/** Counts the answers of each operation by status. */
export function createStatusCounts(operations: Operation[]) {
  const counts = new Map(operations.map((operation) => [nameOf(operation), new Map<number, number>()]))
  const sum = (statuses: Map<number, number>, isMeant: (status: number) => boolean = () => true) =>
    [...statuses].reduce((total, [status, count]) => total + (isMeant(status) ? count : 0), 0)

  return {
    add(operation: Operation, status: number): void {
      const statuses = counts.get(nameOf(operation))
      statuses?.set(status, (statuses.get(status) ?? 0) + 1)
    },
    total: () => [...counts.values()].reduce((total, statuses) => total + sum(statuses), 0),
    calledLessThan: (least: number) =>
      [...counts].filter(([, statuses]) => sum(statuses) < least).map(([name]) => name),
    neverSucceeded: () =>
      [...counts].filter(([, statuses]) => sum(statuses, (status) => status < 400) === 0).map(([name]) => name),
    /** One line per operation. */
    toString: () =>
      [...counts]
        .map(([name, statuses]) => {
          const figures = [...statuses].sort(([one], [other]) => one - other).map((pair) => pair.join('×'))
          return `${name}: ${figures.join(' ')}`
        })
        .join('\n'),
  }
}
