export interface DatabaseWorkerData {
  folder: string
  socketPath: string
  /** A copy that need not survive a power failure: no fsync. */
  isTemporary?: boolean
}

/**
 * Messages from the database's thread to the thread that started it. Any message in the other direction asks it to
 * stop.
 */
export type DatabaseWorkerMessage = { type: 'ready' } | { type: 'failed'; reason: string }
