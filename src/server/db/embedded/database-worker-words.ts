export interface DatabaseWorkerData {
  folder: string
  socketPath: string
}

/** What the database's thread says to the thread that started it. Any message the other way asks it to close. */
export type WordFromDatabase = { word: 'ready' } | { word: 'failed'; reason: string }
