import type { Memory } from '@contract/memory'
import { type DraftKey, dropDraft, readDraft, writeDraft, type Writer } from './draft'

/** Sent memories that await moderation: stored in this browser, so that their author still sees them on the page. */

/** After this time a decision was made, or will never be made. */
const WAITING_DAYS = 30
const DAY_MS = 24 * 3_600_000

/** The key under which they are kept, of each memorial and each account that writes there. */
export function keyOfWaitingWords(memorialId: number, whose: Writer): DraftKey {
  return `waiting-memory-${memorialId}-${whose}`
}

/** As JSON, so that the snapshot is stable until something changes; '[]' when empty. Call in the browser only. */
export function readWaitingWords(key: DraftKey): string {
  const words: unknown = readDraft(key)?.words
  const recent = Array.isArray(words) ? words.filter(isMemory).filter(isRecent) : []
  return JSON.stringify(recent)
}

export function writeWaitingWords(key: DraftKey, words: Memory[]): void {
  // URLs of photos expire within the hour, and open them to anyone who has them.
  const recent = words.map((memory) => ({ ...memory, photo_path: null }))
  if (recent.length > 0) writeDraft(key, { words: recent })
  else dropDraft(key)
}

function isRecent({ created_at }: Memory): boolean {
  return Date.now() - Date.parse(created_at) < WAITING_DAYS * DAY_MS
}

/** Browser storage may contain anything. */
function isMemory(value: unknown): value is Memory {
  const memory = value as Partial<Memory> | null
  return (
    typeof memory?.id === 'number' &&
    typeof memory.description === 'string' &&
    typeof memory.author === 'string' &&
    typeof memory.created_at === 'string'
  )
}
