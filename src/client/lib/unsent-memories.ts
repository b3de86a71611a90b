import type { Memory, MemoryDraft } from '@contract/memory'
import { type DraftKey, draftKeys, dropDraft, readDraft, UNSENT_MEMORIES, writeDraft, type Writer } from './draft'

/** Memories written without a connection: stored in this browser until they can be sent. */
export interface UnsentMemory extends MemoryDraft {
  idempotency_key: string
  /** ISO 8601, UTC. */
  written_at: string
  /** Their page was deleted before they were sent: they are not sent any more, and stay to be copied. */
  is_page_gone?: boolean
}

const listeners = new Set<() => void>()

/** Calls back when this tab or another has added or removed unsent memories. Returns the unsubscribe function. */
export function onUnsentChange(listener: () => void): () => void {
  listeners.add(listener)
  // Fires only for changes by other tabs.
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** The key under which they are kept, of each memorial and each account that writes there. */
export function keyOfUnsentMemories(memorialId: number, whose: Writer): DraftKey {
  return `${UNSENT_MEMORIES}${memorialId}-${whose}`
}

/** The author in a key; undefined for other kinds of keys. */
export function writerOf(key: DraftKey): number | 'guest' | undefined {
  if (!key.startsWith(UNSENT_MEMORIES)) return undefined
  const whose = key.slice(key.lastIndexOf('-') + 1)
  return whose === 'guest' ? whose : Number(whose)
}

/** The keys of all unsent memories in this browser. */
export function unsentKeys(): DraftKey[] {
  return draftKeys().filter((key) => writerOf(key) !== undefined)
}

/** As JSON, so that the snapshot is stable until something changes; '[]' when empty. Call in the browser only. */
export function readUnsentJson(key: DraftKey): string {
  return JSON.stringify(readUnsent(key))
}

export function readUnsent(key: DraftKey): UnsentMemory[] {
  const words: unknown = readDraft(key)?.words
  return Array.isArray(words) ? words.filter(isUnsent) : []
}

/** False where the browser's storage is full or forbidden. */
export function addUnsent(key: DraftKey, words: UnsentMemory): boolean {
  write(key, [...readUnsent(key), words])
  return readUnsent(key).some(({ idempotency_key }) => idempotency_key === words.idempotency_key)
}

export function dropUnsent(key: DraftKey, idempotencyKey: string): void {
  write(
    key,
    readUnsent(key).filter(({ idempotency_key }) => idempotency_key !== idempotencyKey),
  )
}

export function markPageGone(key: DraftKey, idempotencyKey: string): void {
  write(
    key,
    readUnsent(key).map((words) =>
      words.idempotency_key === idempotencyKey ? { ...words, is_page_gone: true } : words,
    ),
  )
}

/** What somebody wrote for pages that are gone, as JSON, and where each lies. Call in the browser only. */
export function readUndeliverableJson(whose: Writer): string {
  const keys = unsentKeys().filter((key) => writerOf(key) === whose)
  const all = keys.flatMap((key) => readUnsent(key).map((words) => ({ key, words })))
  return JSON.stringify(all.filter(({ words }) => words.is_page_gone) satisfies UndeliverableMemory[])
}

export interface UndeliverableMemory {
  key: DraftKey
  words: UnsentMemory
}

function write(key: DraftKey, words: UnsentMemory[]): void {
  if (words.length > 0) writeDraft(key, { words })
  else dropDraft(key)
  for (const listener of listeners) listener()
}

/** Browser storage may contain anything. */
function isUnsent(value: unknown): value is UnsentMemory {
  const words = value as Partial<UnsentMemory> | null
  return (
    typeof words?.memorials_id === 'number' &&
    typeof words.description === 'string' &&
    typeof words.author === 'string' &&
    typeof words.idempotency_key === 'string' &&
    typeof words.written_at === 'string'
  )
}

/** After this time a decision was made, or will never be made. */
const WAITING_DAYS = 30
const DAY_MS = 24 * 3_600_000

/**
 * The key of sent memories that await moderation, of each memorial and each account that writes there: they are stored in this
 * browser, so that their author still sees them on the page.
 */
export function keyOfPendingMemories(memorialId: number, whose: Writer): DraftKey {
  return `waiting-memory-${memorialId}-${whose}`
}

/** As JSON, so that the snapshot is stable until something changes; '[]' when empty. Call in the browser only. */
export function readPendingMemories(key: DraftKey): string {
  const words: unknown = readDraft(key)?.words
  const recent = Array.isArray(words) ? words.filter(isMemory).filter(isRecent) : []
  return JSON.stringify(recent)
}

export function writePendingMemories(key: DraftKey, words: Memory[]): void {
  // URLs of files expire within the hour, and open them to anyone who has them.
  const recent = words.map(({ voice, ...memory }) => {
    return { ...memory, photo_path: null, voice: voice && { ...voice, file_path: '' } }
  })
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
