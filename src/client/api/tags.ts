/** The kinds of server data in the cache, which the tags below name by id or by list. */
export const TAG_TYPES = [
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
  'WordsLetters',
  'Burial',
  'ArchiveItem',
  'Trash',
  'Tariff',
  'Organization',
  'Promotion',
] as const
export type TagType = (typeof TAG_TYPES)[number]

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
