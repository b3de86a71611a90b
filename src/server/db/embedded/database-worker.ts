import { parentPort, workerData } from 'node:worker_threads'

import { openDatabase } from './database-folder'
import { serveDatabase } from './database-socket'
import type { DatabaseWorkerData, WordFromDatabase } from './database-worker-words'

/** The thread that the embedded database runs in: a query holds up the thread it runs in for as long as it takes. */
async function main({ folder, socketPath }: DatabaseWorkerData): Promise<void> {
  const database = await openDatabase(folder, stopDead)
  const socket = await serveDatabase(database, socketPath)
  parentPort?.once('message', () => {
    void (async () => {
      await socket.close()
      await database.close()
      parentPort?.close()
    })()
  })
  tell({ word: 'ready' })
}

/**
 * The folder is as after a power cut now, and the next start recovers it. Nothing may run on in this thread: what is in the engine's memory
 * is not to be trusted, and exceptions don't get out of it.
 */
function stopDead(reason: string): void {
  tell({ word: 'failed', reason })
  process.exit(1)
}

function tell(word: WordFromDatabase): void {
  parentPort?.postMessage(word)
}

void main(workerData as DatabaseWorkerData)
