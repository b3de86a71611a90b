import { createPath, type To } from 'react-router-dom'
import { paths } from '@contract/paths'

/** Where a visitor came from when a guard redirected them to /login; the cabinet if they came directly. */
export function returnAddress(state: unknown): To {
  const from = (state as { from?: { pathname?: unknown; search?: string; hash?: string } } | null)?.from
  // The state of a history entry may be anything: only a path of this site is followed.
  if (typeof from?.pathname !== 'string' || !/^\/(?!\/)/.test(from.pathname)) return paths.profile
  return createPath({ pathname: from.pathname, search: from.search ?? '', hash: from.hash ?? '' })
}
