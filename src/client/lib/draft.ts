/** Drafts of forms, stored in localStorage so that they outlive a closed browser. Call from effects only. */

/** The kinds of drafts. The privacy policy lists each of them. */
export const DRAFT_KINDS = [
  'memorial',
  'name',
  'dates',
  'biography',
  'burial',
  'description',
  'memory',
  'edited-memory',
  'reply',
  'access-request',
  'report',
  'page-closing',
  'report-answer',
  'captions',
] as const
export type DraftKind = (typeof DRAFT_KINDS)[number]

/** Who writes: an account by its id, a guest, or an account that the server has not named yet. */
export type Writer = number | 'guest' | 'account'

/** The key of a draft in localStorage, of words that were sent and wait for a decision, or of words that wait for a connection. */
export type DraftKey = `${DraftKind}-draft-${string}` | `${typeof PENDING_MEMORIES | typeof UNSENT_MEMORIES}${string}`
const PENDING_MEMORIES = 'waiting-memory-'
export const UNSENT_MEMORIES = 'unsent-memory-'

/** The key of a draft: its kind, the ids of what it is about, and last the id of the account that writes it. */
export function keyOfDraft(kind: DraftKind, ...ids: [...about: number[], whose: Writer]): DraftKey {
  return `${kind}-draft-${ids.join('-')}`
}

export function readDraft(key: DraftKey): Record<string, unknown> | undefined {
  try {
    const stored: unknown = JSON.parse(window.localStorage.getItem(key) ?? 'null')
    if (typeof stored !== 'object' || stored === null) return undefined
    const { savedAt, ...draft } = stored as Record<string, unknown>
    return isOld(savedAt) ? undefined : draft
  } catch {
    return undefined
  }
}

export function writeDraft(key: DraftKey, draft: object): void {
  try {
    window.localStorage.setItem(key, JSON.stringify({ ...draft, savedAt: Date.now() }))
  } catch {
    // A full or forbidden storage must not prevent typing.
  }
}

export function dropDraft(key: DraftKey): void {
  try {
    window.localStorage.removeItem(key)
  } catch {
    // Forbidden storage: then nothing was stored either.
  }
}

/** Deletes all drafts of an account, and its words that wait for a decision; those too that it wrote before the server had named it. */
export function dropDraftsOf(accountId: number | undefined): void {
  dropDrafts((key) => key.endsWith(`-${accountId}`) || key.endsWith('-account' satisfies `-${Writer}`))
  dropRecordings()
}

/** Voices that were recorded and not sent: their drafts are gone, and on a shared device nobody else should hear them. */
function dropRecordings(): void {
  try {
    indexedDB.deleteDatabase(RECORDINGS_DATABASE)
  } catch {
    // Forbidden storage: then nothing was stored either.
  }
}

/** Where lib/saved-recording.ts stores voices. */
export const RECORDINGS_DATABASE = 'pomnim-recordings'

/** Deletes the drafts of a kind about a subject that no longer matters, by any author. */
export function dropDraftsAbout(kind: DraftKind, id: number): void {
  dropDrafts((key) => key.startsWith(`${kind}-draft-${id}-`))
}

/**
 * Deletes the drafts about a deleted memorial, and memories for it that await moderation. Memories that were never sent
 * stay, so that their author can still copy them. Drafts about a photo or a memory do not record the memorial, so they
 * stay too.
 */
export function dropDraftsAboutMemorial(memorialId: number): void {
  const beginnings = [...KINDS_ABOUT_MEMORIAL.map((kind) => `${kind}-draft-`), PENDING_MEMORIES]
  dropDrafts((key) => beginnings.some((beginning) => key.startsWith(`${beginning}${memorialId}-`)))
}

/** Deletes drafts older than a month. */
export function dropOldDrafts(): void {
  dropDrafts((key) => readDraft(key) === undefined)
}

/** The keys of all stored drafts. Empty where the storage is forbidden. */
export function draftKeys(): DraftKey[] {
  try {
    return Object.keys(window.localStorage).filter(isDraft)
  } catch {
    return []
  }
}

function dropDrafts(isMeant: (key: DraftKey) => boolean): void {
  draftKeys().filter(isMeant).forEach(dropDraft)
}

/** Kinds whose keys name the memorial first. */
const KINDS_ABOUT_MEMORIAL = ['name', 'dates', 'biography', 'burial', 'memory'] satisfies DraftKind[]
const BEGINNINGS = [...DRAFT_KINDS.map((kind) => `${kind}-draft-`), PENDING_MEMORIES, UNSENT_MEMORIES]

function isDraft(key: string): key is DraftKey {
  return BEGINNINGS.some((beginning) => key.startsWith(beginning))
}

const DRAFT_MAX_AGE_MS = 30 * 24 * 3_600_000

function isOld(savedAt: unknown): boolean {
  return typeof savedAt === 'number' && Date.now() - savedAt > DRAFT_MAX_AGE_MS
}
