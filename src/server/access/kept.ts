import { PUBLIC_LISTS, tagOfMemorial } from '../db/change-feed'
import { KEPT_SECONDS_MAX } from '../lib/answer-cache'
import type { KeepRule } from '../lib/kept-answer'

const LIST_SECONDS = 5

/** For the public lists of memorials. */
export const keptAsList = { keep: { tags: () => [PUBLIC_LISTS], seconds: LIST_SECONDS } satisfies KeepRule }

/** For what never changes while the process runs. */
export const keptAsFixed = { keep: { tags: () => [], seconds: KEPT_SECONDS_MAX } satisfies KeepRule }

/** For numbers that change without being announced. */
export const MOMENT_SECONDS = 1
export const keptForMomentOfMemorial = (name: string): { keep: KeepRule } => keptOfMemorial(name, MOMENT_SECONDS)

/** For what is read of one memorial. `name` is the parameter of path or query that holds its id. */
export function keptOfMemorial(name: string, seconds = KEPT_SECONDS_MAX): { keep: KeepRule } {
  const idIn = ({ params, query }: Parameters<KeepRule['tags']>[0]) =>
    (({ ...(query as object), ...(params as object) }) as Record<string, number>)[name] as number
  return { keep: { tags: (request) => [tagOfMemorial(idIn(request))], seconds } }
}
