/** Unsent texts of a form, kept in sessionStorage so that they outlive a session that expires. Call from effects only. */

/** The kinds of drafts. The policy of confidentiality lists each of them. */
export const DRAFT_KINDS = ['memorial', 'biography', 'memory'] as const
export type DraftKind = (typeof DRAFT_KINDS)[number]

/** The key of a draft in sessionStorage, or of words that were sent and wait for a decision. */
export type DraftKey = `${DraftKind}-draft-${string}` | `${typeof WAITING_WORDS}${string}`
const WAITING_WORDS = 'waiting-memory-'

/** The key of a draft: its kind, the ids of what it is about, and last the id of the account that writes it. */
export function keyOfDraft(kind: DraftKind, ...ids: [...about: number[], whose: number | 'guest']): DraftKey {
  return `${kind}-draft-${ids.join('-')}`
}

export function readDraft(key: DraftKey): Record<string, unknown> | undefined {
  try {
    const draft: unknown = JSON.parse(window.sessionStorage.getItem(key) ?? 'null')
    return typeof draft === 'object' && draft !== null ? (draft as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

export function writeDraft(key: DraftKey, draft: object): void {
  try {
    window.sessionStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // A full or forbidden storage must not stop anyone from writing.
  }
}

export function dropDraft(key: DraftKey): void {
  try {
    window.sessionStorage.removeItem(key)
  } catch {
    // Forbidden storage: then nothing was kept either.
  }
}

/** Deletes all drafts of an account in this tab, and its words that wait for a decision. */
export function dropDraftsOf(accountId: number): void {
  try {
    Object.keys(window.sessionStorage).filter(isDraftOf(accountId)).forEach(dropDraft)
  } catch {
    // Forbidden storage: then nothing was kept either.
  }
}

const BEGINNINGS = [...DRAFT_KINDS.map((kind) => `${kind}-draft-`), WAITING_WORDS]

function isDraftOf(accountId: number) {
  return (key: string): key is DraftKey =>
    BEGINNINGS.some((beginning) => key.startsWith(beginning)) && key.endsWith(`-${accountId}`)
}
