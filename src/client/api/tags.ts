/** The kinds of server data in the cache, and the two ways to name them when something changed. */
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

/** One thing by its id. `'me'` is the account that is signed in. */
export function idTag<T extends TagType>(type: T, id: number | 'me') {
  return { type, id }
}

/** What lists show of one memorial. Its biography and its archives are not part of it. */
export function cardTag(id: number) {
  return { type: 'Memorial' as const, id: `CARD-${id}` }
}

/** The lists of a kind: all of them, or what belongs to one memorial. */
export function listTag<T extends TagType>(type: T, memorialId?: number) {
  return { type, id: memorialId === undefined ? LIST : `${LIST}-${memorialId}` }
}
