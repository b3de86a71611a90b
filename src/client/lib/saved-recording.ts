import { RECORDINGS_DATABASE } from './draft'

/**
 * Voices that are being recorded, on this device until they are sent: stored second by second, so that neither a call nor a closed
 * tab loses anything. What one press began is a session, and a file of its own that may lack its end.
 */
export interface RecordedPart {
  /** When the session began. */
  session: number
  bytes: ArrayBuffer
  /** The type of the whole recording. */
  type: string
}

const STORE = 'parts'

/** For a browser whose storage is full or forbidden: then a recording lives as long as its tab. */
const inMemory = new Map<string, RecordedPart[]>()

/** Resolves to whether it outlives its tab. */
export async function addPart(key: string, part: RecordedPart): Promise<boolean> {
  try {
    await inStore('readwrite', (store) => store.add(part, [key, performance.timeOrigin + performance.now()]))
    return true
  } catch {
    inMemory.set(key, [...(inMemory.get(key) ?? []), part])
    return false
  }
}

/** The sessions of a recording in their order. Empty when there is none. */
export async function readSessions(key: string): Promise<Blob[]> {
  const stored = await inStore<RecordedPart[]>('readonly', (store) => store.getAll(rangeOf(key))).catch(() => [])
  const sessions = new Map<number, RecordedPart[]>()
  for (const part of [...stored, ...(inMemory.get(key) ?? [])]) {
    sessions.set(part.session, [...(sessions.get(part.session) ?? []), part])
  }
  return [...sessions.values()].map((parts) => {
    const type = parts[0]?.type ?? ''
    return new Blob(
      parts.map(({ bytes }) => bytes),
      { type },
    )
  })
}

export async function dropRecording(key: string): Promise<void> {
  inMemory.delete(key)
  await inStore('readwrite', (store) => store.delete(rangeOf(key))).catch(() => undefined)
}

function rangeOf(key: string): IDBKeyRange {
  return IDBKeyRange.bound([key], [key, []])
}

/** Closes the database each time: an open one could not be deleted at a sign-out. */
async function inStore<T>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest): Promise<T> {
  const opening = indexedDB.open(RECORDINGS_DATABASE, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE)
  const database = await resultOf<IDBDatabase>(opening)
  try {
    return await resultOf<T>(ask(database.transaction(STORE, mode).objectStore(STORE)))
  } finally {
    database.close()
  }
}

function resultOf<T>(request: IDBRequest): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result as T)
    request.onerror = () => reject(request.error ?? new Error('The storage of the browser failed'))
  })
}
