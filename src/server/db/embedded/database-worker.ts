import { parentPort, workerData } from 'node:worker_threads'
import { openDatabase } from './database-folder'
import { serveDatabase } from './database-socket'

/** The embedded database has its own thread, because a query blocks the thread that it runs in. */
async function main({ folder, socketPath, isTemporary }: DatabaseWorkerData): Promise<void> {
  const database = await openDatabase(folder, abort, isTemporary)
  const socket = await serveDatabase(database, socketPath)
  parentPort?.once('message', () => {
    void (async () => {
      await socket.close()
      await database.close()
      parentPort?.close()
    })()
  })
  send({ type: 'ready' })
}

/**
 * Ends this thread at once. The engine's memory may be corrupt, and exceptions do not get out of it. The folder is in
 * the same state as after a power failure; the next start recovers it.
 */
function abort(reason: string): void {
  send({ type: 'failed', reason })
  process.exit(1)
}

function send(message: DatabaseWorkerMessage): void {
  parentPort?.postMessage(message)
}

void main(workerData as DatabaseWorkerData)

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
