import { createApi } from '@reduxjs/toolkit/query/react'
import { baseQuery } from './base-query'

/** The kinds of server data in the cache, which the tags below name by id or by list. */
const TAG_TYPES = [
  'User',
  'Session',
  'Factor',
  'Consent',
  'Memorial',
  'Keeper',
  'Invitation',
  'AccessRequest',
  'Heir',
  'Report',
  'Reminder',
  'Relation',
  'Memory',
  'BlockedAuthor',
  'Question',
  'WordsLetters',
  'Burial',
  'ArchiveItem',
  'Trash',
  'Tariff',
  'Organization',
  'Promotion',
] as const
type TagType = (typeof TAG_TYPES)[number]

const LIST = 'LIST'

/** One entity by its id. `'me'` is the signed-in account. */
export function idTag<T extends TagType>(type: T, id: number | 'me') {
  return { type, id }
}

/** What lists show of one memorial, without its biography and its archives. */
export function cardTag(id: number) {
  return { type: 'Memorial' as const, id: `CARD-${id}` }
}

/** The lists of a kind: all of them, or those of one memorial. */
export function listTag<T extends TagType>(type: T, memorialId?: number) {
  return { type, id: memorialId === undefined ? LIST : `${LIST}-${memorialId}` }
}

/** The argument of a query that takes none: RTK Query lets only `void` be left out. */
// oxlint-disable-next-line typescript/no-invalid-void-type -- an argument that is left out has this type
export type NoArgument = void

/** The one API. Each resource injects its endpoints from a file of its own. */
export const api = createApi({
  baseQuery,
  tagTypes: TAG_TYPES,
  // 'delayed' would hold back every refetch of the app while one long upload runs.
  invalidationBehavior: 'immediately',
  endpoints: () => ({}),
})

type Invalidated = readonly (TagType | { type: TagType; id?: string | number })[]

/**
 * What a mutation invalidates when it succeeds; a failed one invalidates nothing. `isDone` says which errors are as good as a
 * success: `okOrNotFound` for a deletion that another tab has done.
 */
export function invalidateOnSuccess<Arg>(
  tags: Invalidated | ((arg: Arg) => Invalidated),
  isDone: (error: unknown) => boolean = (error) => !error,
) {
  return (_result: unknown, error: unknown, arg: Arg) => {
    if (!isDone(error)) return []
    return typeof tags === 'function' ? tags(arg) : tags
  }
}
