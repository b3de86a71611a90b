import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { Worker } from 'node:worker_threads'

import type { PoolConfig } from 'pg'

import type { DatabaseWorkerData, DatabaseWorkerMessage } from './database-worker'
import { lockFolder } from './folder-lock'
import { fitsSocketAddress, makeShortFolder } from './socket-path'

/** A unix socket has no port, but PostgreSQL's clients look for a socket with this number in its name. */
const PORT = 5432
const SOCKET_NAME = `.s.PGSQL.${PORT}`
const CONNECTION_TIMEOUT_MS = 30_000
const STOP_TIMEOUT_MS = 30_000

export interface EmbeddedDatabase {
  /**
   * For `new Pool(…)`. A single connection: the engine has one session, and a second client would wait until the first
   * one disconnects.
   */
  connection: PoolConfig
  /** Closes the database cleanly and releases the folder. End the pool first: uncommitted work is rolled back. */
  stop(): Promise<void>
}

interface EmbeddedDatabaseOptions {
  dataDir: string
  workerFile?: string
  /** A copy that need not survive a power failure: no fsync. */
  isTemporary?: boolean
  /**
   * Called when the database fails: the process cannot continue. The next start recovers everything that was committed.
   */
  onFailure?: (error: Error) => void
}

/**
 * Opens the database in `<dataDir>/database`, creating it if necessary, in a separate thread.
 * @throws FolderInUseError when another process has the folder
 */
export async function startEmbeddedDatabase(options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> {
  const { opened } = await beginEmbeddedDatabase(options)
  return opened
}

/**
 * The same for a process that has other work in the meantime, even work that blocks its own thread: resolves as soon as
 * the database's thread runs.
 * @throws FolderInUseError when another process has the folder
 */
export async function beginEmbeddedDatabase(
  options: EmbeddedDatabaseOptions,
): Promise<{ opened: Promise<EmbeddedDatabase> }> {
  const { dataDir, workerFile = path.join(__dirname, 'database-worker.js'), isTemporary = false, onFailure } = options
  const lock = await lockFolder(dataDir)
  const socketFolder = makeSocketFolder(dataDir)
  const releaseFolder = (): void => {
    rmSync(socketFolder, { recursive: true, force: true })
    lock.release()
  }

  const workerData: DatabaseWorkerData = {
    folder: path.resolve(dataDir, 'database'),
    socketPath: path.join(socketFolder, SOCKET_NAME),
    isTemporary,
  }
  const open = async (): Promise<EmbeddedDatabase> => {
    try {
      const thread = await startThread(workerFile, workerData, onFailure)
      let stopped: Promise<void> | undefined
      return {
        connection: connectionTo(socketFolder),
        stop: () => (stopped ??= thread.stop().finally(releaseFolder)),
      }
    } catch (error) {
      releaseFolder()
      throw error
    }
  }
  const opened = open()
  // A caller that awaits it gets the error. Until then, a failure must not end the process as an unhandled rejection.
  opened.catch(() => undefined)
  return { opened }
}

/**
 * Closed to other users: the database trusts everyone who can reach its socket. Under the lock it is safe to remove the
 * remains of a dead process.
 */
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
    // Otherwise PGSSLMODE of the environment would apply.
    ssl: false,
    max: 1,
    idleTimeoutMillis: 0,
    // A query outside of its caller's own open transaction would wait forever: with the timeout it fails.
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
    // A query may run longer. Terminating it is safe: the database recovers as after a power failure.
    const timeout = setTimeout(() => void worker.terminate(), STOP_TIMEOUT_MS)
    await exited
    clearTimeout(timeout)
    if (failure) throw failure
  }

  return new Promise((resolve, reject) => {
    let report: (error: Error) => void = reject
    worker.once('error', (error: Error) => (failure = error))
    worker.on('message', (message: DatabaseWorkerMessage) => {
      if (message.type === 'failed') {
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
