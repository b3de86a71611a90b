export interface DatabaseWorkerData {
  folder: string
  socketPath: string
  /** A copy that nobody needs after a power cut: nothing waits for the disk. */
  isTemporary?: boolean
}

/** What the database's thread sends to the thread that started it. Any message in the other direction asks it to stop. */
export type DatabaseWorkerMessage = { type: 'ready' } | { type: 'failed'; reason: string }
