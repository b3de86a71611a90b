import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { Worker } from 'node:worker_threads'

import type { PoolConfig } from 'pg'

import type { DatabaseWorkerData, WordFromDatabase } from './database-worker-words'
import { lockFolder } from './folder-lock'
import { fitsSocketAddress, makeShortFolder } from './socket-path'

/** Only a name: a unix socket has no port, but PostgreSQL's clients look for a socket with this one in its name. */
const PORT = 5432
const SOCKET_NAME = `.s.PGSQL.${PORT}`
const CONNECTION_TIMEOUT_MS = 30_000
const STOP_PATIENCE_MS = 30_000

export interface EmbeddedDatabase {
  /** For `new Pool(…)`. One connection: the engine has one session, and a second client would wait until the first one leaves. */
  connection: PoolConfig
  /** Closes the database cleanly and lets go of the folder. End the pool first: what is not committed by now is rolled back. */
  stop(): Promise<void>
}

interface EmbeddedDatabaseOptions {
  dataDir: string
  workerFile?: string
  /** Called when the database dies by itself: the program can't go on. Its next start recovers all that was committed. */
  onFailure?: (error: Error) => void
}

/**
 * Opens the database in `<dataDir>/database`, making it where there is none, in a thread of its own.
 * @throws FolderInUseError when another process has the folder
 */
export async function startEmbeddedDatabase(options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> {
  const { dataDir, workerFile = path.join(__dirname, 'database-worker.js'), onFailure } = options
  const lock = await lockFolder(dataDir)
  const socketFolder = makeSocketFolder(dataDir)
  const letGo = (): void => {
    rmSync(socketFolder, { recursive: true, force: true })
    lock.release()
  }

  try {
    const workerData: DatabaseWorkerData = {
      folder: path.resolve(dataDir, 'database'),
      socketPath: path.join(socketFolder, SOCKET_NAME),
    }
    const thread = await startThread(workerFile, workerData, onFailure)
    let stopped: Promise<void> | undefined
    return {
      connection: connectionTo(socketFolder),
      stop: () => (stopped ??= thread.stop().finally(letGo)),
    }
  } catch (error) {
    letGo()
    throw error
  }
}

/** Nobody else may enter it: the database believes whoever reaches its socket. What a dead process left there is safe to remove under the lock. */
function makeSocketFolder(dataDir: string): string {
  const folder = path.resolve(dataDir, 'socket')
  if (!fitsSocketAddress(path.join(folder, SOCKET_NAME))) return makeShortFolder()

  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  chmodSync(folder, 0o700)
  return folder
}

function connectionTo(socketFolder: string): PoolConfig {
  return {
    host: socketFolder,
    port: PORT,
    user: 'postgres',
    database: 'postgres',
    // Else PGSSLMODE of the environment would count.
    ssl: false,
    max: 1,
    idleTimeoutMillis: 0,
    // A query outside of a transaction that its own caller holds open would wait forever: it fails instead.
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
  }
}

interface DatabaseThread {
  stop(): Promise<void>
}

function startThread(
  workerFile: string,
  workerData: DatabaseWorkerData,
  onFailure?: (error: Error) => void,
): Promise<DatabaseThread> {
  const worker = new Worker(workerFile, { workerData })
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  let failure: Error | undefined
  let stopping = false

  async function stop(): Promise<void> {
    stopping = true
    worker.postMessage('stop')
    // A query may be running that long. Cutting it off is safe, as a power cut is.
    const impatience = setTimeout(() => void worker.terminate(), STOP_PATIENCE_MS)
    await exited
    clearTimeout(impatience)
    if (failure) throw failure
  }

  return new Promise((resolve, reject) => {
    let report: (error: Error) => void = reject
    worker.once('error', (error: Error) => (failure = error))
    worker.on('message', (message: WordFromDatabase) => {
      if (message.word === 'failed') {
        failure = new Error(`The embedded database gave up. ${message.reason}`)
        return
      }
      report = (error) => onFailure?.(error)
      resolve({ stop })
    })
    void exited.then(() => {
      if (!stopping) report(failure ?? new Error('The embedded database ended by itself'))
    })
  })
}
